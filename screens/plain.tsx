import { Box } from "ink";
import type { ReactElement } from "react";
import { Cells } from "../components/cells.tsx";
import type { Rect, Size } from "../src/cells/line.ts";
import type { Layer, View } from "./view.ts";

/** A whole screen as one Ink tree: panes as cells, layers above them, nothing painted past Ink. */
export function PlainScreen({ view, size }: { readonly view: View; readonly size: Size }): ReactElement {
  return (
    <Box width={size.columns} height={size.rows}>
      {view.panes.map(({ id, rect, lines }) => (
        <Placed key={`${id} ${rect.x} ${rect.y}`} rect={rect}>
          <Cells lines={lines} width={rect.width} height={rect.height} />
        </Placed>
      ))}
      {view.layers.map((layer, n) => (
        // Layers have no names of their own; the place in the stack is one.
        <PlainLayer key={`layer ${String(n)}`} layer={layer} />
      ))}
    </Box>
  );
}

/** Blank cells below it, so that nothing shines through. */
function PlainLayer({ layer: { rect, node } }: { readonly layer: Layer }): ReactElement {
  return (
    <>
      <Placed rect={rect}>
        <Cells lines={[]} width={rect.width} height={rect.height} />
      </Placed>
      <Placed rect={rect}>{node}</Placed>
    </>
  );
}

function Placed({ rect, children }: { readonly rect: Rect; readonly children: ReactElement }): ReactElement {
  return (
    <Box
      position="absolute"
      flexDirection="column"
      marginLeft={rect.x}
      marginTop={rect.y}
      width={rect.width}
      height={rect.height}
      overflow="hidden"
    >
      {children}
    </Box>
  );
}

/** `view` with everything in one layer as large as the screen. */
export function plainView(view: View, size: Size): View {
  const layer: Layer = {
    id: "screen",
    rect: { x: 0, y: 0, width: size.columns, height: size.rows },
    node: <PlainScreen view={view} size={size} />,
    keys: view.layers.some(({ keys }) => keys),
  };
  return { ...view, panes: [], layers: [layer] };
}
