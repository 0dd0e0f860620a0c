import { Dialog } from "../components/dialog.tsx";
import { HeaderBar } from "../components/header-bar.tsx";
import { helpTextLines } from "../components/help-text-lines.ts";
import { logLines } from "../components/log-lines.ts";
import type { Look } from "../components/look.ts";
import { OptionList } from "../components/option-list.tsx";
import { OverviewList } from "../components/overview-list.tsx";
import { Palette } from "../components/palette.tsx";
import { PromptBar } from "../components/prompt-bar.tsx";
import { ScrollDialog, type ScrollDialogProps } from "../components/scroll-dialog.tsx";
import type { Action } from "../src/app/action.ts";
import { tableOf } from "../src/app/keys/remap.ts";
import { layoutOf } from "../src/app/layout/layout.ts";
import { firstGroup, helpLines, helpTitle, keysOf } from "../src/app/prompt/help.ts";
import { paletteEntries } from "../src/app/prompt/palette.ts";
import { withKeys } from "../src/app/selectors/choice-keys.ts";
import { choicesOf } from "../src/app/selectors/choices.ts";
import { headerOf } from "../src/app/selectors/header.ts";
import { whichKeys } from "../src/app/selectors/hints.ts";
import { overviewLines } from "../src/app/selectors/overview.ts";
import { promptView } from "../src/app/selectors/prompt-view.ts";
import { runsHeader } from "../src/app/selectors/runs-list.ts";
import type { Overlay, State } from "../src/app/state.ts";
import type { Rect, Size } from "../src/cells/line.ts";
import { lookOf } from "./look.ts";
import { promptRect } from "./prompt-place.ts";
import type { Layer, LayersOf } from "./view.ts";

/** Everything that stands above the panes, the lowest first. */
export const layersOf: LayersOf = (state, dispatch) => {
  const look = lookOf(state);
  return [
    ...headerLayer(state, look),
    ...state.overlays.map((overlay) => overlayLayer(overlay, { state, look, dispatch })),
    ...promptLayers(state, look),
    ...whichKeyLayer(state, look),
  ];
};

let lastHeader: { readonly key: string; readonly look: Look; readonly layer: Layer } | undefined;

/** The same node while it would look the same: most keys leave the header alone. */
function headerLayer(state: State, look: Look): readonly Layer[] {
  const rect = layoutOf(state).header;
  if (!rect) return [];
  const header = state.screens.at(-1) === "runs" ? runsHeader(state) : headerOf(state);
  const key = JSON.stringify([header, rect]);
  if (lastHeader?.key !== key || lastHeader.look !== look) {
    const node = <HeaderBar look={look} header={header} width={rect.width} />;
    lastHeader = { key, look, layer: { id: "header", rect, node, keys: false } };
  }
  return [lastHeader.layer];
}

interface Stage {
  readonly state: State;
  readonly look: Look;
  readonly dispatch: (action: Action) => void;
}

function overlayLayer(overlay: Overlay, stage: Stage): Layer {
  switch (overlay.type) {
    case "help":
      return helpLayer(overlay, stage);
    case "log":
      return logLayer(overlay, stage);
    case "choices":
      return choicesLayer(overlay, stage);
    case "overview":
      return overviewLayer(overlay, stage);
    case "palette":
      return paletteLayer(overlay, stage);
  }
}

type OverlayOf<T extends Overlay["type"]> = Overlay & { readonly type: T };

function helpLayer({ context, top }: OverlayOf<"help">, { state, look }: Stage): Layer {
  const rect = centred(state.size, { columns: 84, rows: state.size.rows - 2 });
  const help = helpLines(context, tableOf(state).commands, firstGroup(state));
  const lines = helpTextLines(look, help, rect.width - 2);
  return scrollLayer(rect, { look, title: helpTitle(context), lines, top });
}

function logLayer({ top }: OverlayOf<"log">, { state, look }: Stage): Layer {
  const rect = centred(state.size, { columns: 100, rows: state.size.rows - 2 });
  return scrollLayer(rect, { look, title: "Messages", lines: logLines(look, state.log, rect.width - 2), top });
}

function scrollLayer(rect: Rect, props: Omit<ScrollDialogProps, "width" | "height">): Layer {
  return layer(rect, <ScrollDialog {...props} width={rect.width} height={rect.height} />);
}

function choicesLayer({ kind, selected }: OverlayOf<"choices">, { state, look }: Stage): Layer {
  const { title, list, empty } = choicesOf(state, kind);
  const rows = Math.min(Math.max(1, list.length) + 3, state.size.rows - 2);
  const rect = centred(state.size, { columns: 100, rows });
  const inner = { width: rect.width - 2, height: rect.height - 3 };
  const { commands } = tableOf(state);
  const options = list.length > 0 ? list.map((each) => withKeys(each, commands)) : [{ label: "", help: empty }];
  const labelWidth = list.length > 0 ? Math.min(40, Math.floor(rect.width * 0.4)) : 0;
  return layer(
    rect,
    <Dialog look={look} title={title} note={`${list.length}`} width={rect.width} height={rect.height}>
      <OptionList look={look} options={options} selected={selected} labelWidth={labelWidth} {...inner} />
    </Dialog>,
  );
}

function overviewLayer({ selected }: OverlayOf<"overview">, { state, look }: Stage): Layer {
  const lines = overviewLines(state) ?? [{ label: "", text: "summing the run" }];
  const rect = centred(state.size, { columns: 116, rows: Math.min(lines.length + 3, state.size.rows - 2) });
  const inner = { width: rect.width - 2, height: rect.height - 3 };
  const note = state.overview?.of.account.cost.estimated ? "costs are estimates" : "";
  return layer(
    rect,
    <Dialog look={look} title="Overview" note={note} width={rect.width} height={rect.height}>
      <OverviewList look={look} lines={lines} selected={selected} {...inner} />
    </Dialog>,
  );
}

function paletteLayer({ query, selected }: OverlayOf<"palette">, { state, look, dispatch }: Stage): Layer {
  const rect = centred(state.size, { columns: 78, rows: Math.min(20, state.size.rows - 2) });
  const options = paletteEntries(state, query, tableOf(state).commands).map((command) => ({
    label: command.title,
    help: keysOf(command),
  }));
  const node = (
    <Palette
      {...{ look, query, options, selected }}
      width={rect.width}
      height={rect.height}
      onQuery={(text) => dispatch({ type: "palette-query", query: text })}
    />
  );
  return { ...layer(rect, node), keys: true };
}

function layer(rect: Rect, node: Layer["node"]): Layer {
  return { id: "overlay", rect, node, keys: false };
}

function promptLayers(state: State, look: Look): readonly Layer[] {
  const view = promptView(state);
  if (!view) return [];
  const rect = promptRect(state.size);
  const props = { look, ...view, width: rect.width };
  const bar: Layer = { id: "prompt", rect, node: <PromptBar {...props} />, keys: false };
  return [...completionLayer(state, look), bar];
}

function completionLayer(state: State, look: Look): readonly Layer[] {
  const completion = state.prompt?.completion;
  if (!completion) return [];
  const height = Math.min(completion.options.length, 8);
  const width = Math.min(64, state.size.columns);
  const rect = { x: 0, y: state.size.rows - 2 - height, width, height };
  return [
    {
      id: "completion",
      rect,
      keys: false,
      node: (
        <OptionList
          look={look}
          options={completion.options}
          selected={completion.selected}
          width={width}
          height={height}
          labelWidth={20}
        />
      ),
    },
  ];
}

/** After the pause: the keys that can follow. */
function whichKeyLayer(state: State, look: Look): readonly Layer[] {
  const keys = whichKeys(state);
  if (keys.length === 0) return [];
  const width = Math.min(64, state.size.columns);
  const height = Math.min(keys.length + 3, state.size.rows - 2);
  const rect = { x: state.size.columns - width, y: state.size.rows - 2 - height, width, height };
  const options = keys.map(({ key, word }) => ({ label: key, help: word }));
  const node = (
    <Dialog look={look} title={state.pending.keys.join(" ")} width={width} height={height}>
      <OptionList look={look} options={options} selected={-1} width={width - 2} height={height - 3} labelWidth={4} />
    </Dialog>
  );
  return [{ id: "overlay", rect, node, keys: false }];
}

function centred(size: Size, wanted: Size): Rect {
  const width = Math.min(wanted.columns, size.columns);
  const height = Math.max(5, Math.min(wanted.rows, size.rows));
  return {
    x: Math.floor((size.columns - width) / 2),
    y: Math.max(0, Math.floor((size.rows - height) / 2)),
    width,
    height,
  };
}
