import type * as InkModule from "ink";
import type { ReactElement, ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import type * as LayerModule from "../../components/ink-layer.tsx";
import { compose, toText } from "../../src/cells/grid.ts";
import type { Line } from "../../src/cells/line.ts";
import { withInkEnvironment } from "../../src/terminal/ink-environment.ts";

const forced = process.env.FORCE_COLOR;
let ink: typeof InkModule;
let react: typeof import("react");
let layers: typeof LayerModule;
let textInput: typeof import("ink-text-input");

beforeAll(async () => {
  await withInkEnvironment(async () => {
    layers = await import("../../components/ink-layer.tsx");
    ink = await import("ink");
    react = await import("react");
    textInput = await import("ink-text-input");
  });
});

const textOf = (lines: readonly Line[], columns: number): string =>
  toText(
    compose({ columns, rows: lines.length }, [{ rect: { x: 0, y: 0, width: columns, height: lines.length }, lines }]),
  );

function cellsOf(lines: readonly Line[]): number[] {
  return lines.map((line) => line.reduce((sum, { text }) => sum + text.length, 0));
}

test("a component becomes lines of exactly the size of the layer", () => {
  const { Box, Text } = ink;
  const layer = layers.createInkLayer({ width: 12, height: 4 });
  layer.render(
    <Box borderStyle="round" width={8}>
      <Text>hi</Text>
    </Box>,
  );
  expect(textOf(layer.lines(), 12)).toBe("╭──────╮\n│hi    │\n╰──────╯\n");
  expect(cellsOf(layer.lines())).toEqual([12, 12, 12, 12]);
  layer.unmount();
});

test("what is too large for the layer is clipped", () => {
  const { Text } = ink;
  const layer = layers.createInkLayer({ width: 4, height: 2 });
  layer.render(
    <>
      <Text wrap="truncate">abcdefgh</Text>
      <Text>2</Text>
      <Text>3</Text>
    </>,
  );
  expect(layer.lines()).toHaveLength(2);
  expect(cellsOf(layer.lines())).toEqual([4, 4]);
  layer.unmount();
});

test("styles of Ink come through, whatever standard output is", () => {
  const { Text } = ink;
  const layer = layers.createInkLayer({ width: 5, height: 1 });
  layer.render(
    <Text color="red" bold>
      a<Text inverse>b</Text>
    </Text>,
  );
  expect(layer.lines()[0]?.slice(0, 2)).toEqual([
    { text: "a", style: { fg: 1, bold: true } },
    { text: "b", style: { fg: 1, bold: true, inverse: true } },
  ]);
  layer.unmount();
});

function Counter(): ReactNode {
  const [count, setCount] = react.useState(0);
  ink.useInput(() => setCount((before) => before + 1));
  return <ink.Text>{count}</ink.Text>;
}

function Later(): ReactNode {
  const [text, setText] = react.useState("before");
  react.useEffect(() => {
    const timer = setTimeout(() => setText("after"), 1);
    return () => clearTimeout(timer);
  }, []);
  return <ink.Text>{text}</ink.Text>;
}

function Probe({ onRender }: { onRender: () => void }): ReactNode {
  onRender();
  return null;
}

function Broken(): ReactNode {
  throw new Error("on purpose");
}

/** A prompt as a screen has it: the value lives outside of the component. */
function prompt(onSubmit: (value: string) => void = () => {}) {
  const TextInput = textInput.default;
  const layer = layers.createInkLayer({ width: 20, height: 1 });
  let value = "";
  const node = (): ReactElement => (
    <ink.Text>
      /<TextInput value={value} onChange={(next) => (value = next)} onSubmit={onSubmit} />
    </ink.Text>
  );
  layer.render(node());
  const key = (sequence: string): void => {
    layer.input(sequence);
    layer.render(node());
  };
  return { layer, key, value: () => value };
}

test("a text field takes keys one after the other, at once", () => {
  const submitted: string[] = [];
  const { layer, key, value } = prompt((text) => submitted.push(text));
  for (const sequence of ["a", "c", "\x1b[D", "é", "\x7f", "b", "\r"]) key(sequence);
  expect(value()).toBe("abc");
  expect(submitted).toEqual(["abc"]);
  expect(textOf(layer.lines(), 20)).toBe("/abc");
  layer.unmount();
});

test("a text field shows where it is", () => {
  const { layer, key } = prompt();
  key("x");
  expect(layer.lines()[0]).toEqual([
    { text: "/x", style: {} },
    { text: " ", style: { inverse: true } },
    { text: " ".repeat(17), style: {} },
  ]);
  layer.unmount();
});

test("a component's own state is drawn before input returns", () => {
  const layer = layers.createInkLayer({ width: 3, height: 1 });
  layer.render(<Counter />);
  for (const key of "abc") layer.input(key);
  expect(textOf(layer.lines(), 3)).toBe("3");
  layer.unmount();
});

test("a change from outside is announced", async () => {
  await new Promise<void>((resolve) => {
    const layer = layers.createInkLayer({ width: 8, height: 1, onFrame: resolve });
    layer.render(<Later />);
  });
});

test("the same node again is not rendered again", () => {
  let renders = 0;
  const layer = layers.createInkLayer({ width: 8, height: 1 });
  const node = <Probe onRender={() => renders++} />;
  layer.render(node);
  layer.render(node);
  expect(renders).toBe(1);
  layer.unmount();
});

test("a layer takes a new size", () => {
  const { Box, Text } = ink;
  const layer = layers.createInkLayer({ width: 6, height: 1 });
  layer.render(
    <Box justifyContent="flex-end">
      <Text>end</Text>
    </Box>,
  );
  expect(textOf(layer.lines(), 6)).toBe("   end");
  layer.resize(9, 2);
  expect(textOf(layer.lines(), 9)).toBe("      end\n");
  layer.unmount();
});

test("an error in a component is handed on", async () => {
  const error = await new Promise((resolve) => {
    const layer = layers.createInkLayer({ width: 6, height: 1, onError: resolve });
    layer.render(<Broken />);
  });
  expect(error).toMatchObject({ message: "on purpose" });
});

test("the environment is as before once Ink is loaded", () => {
  expect(process.env.FORCE_COLOR).toBe(forced);
});
