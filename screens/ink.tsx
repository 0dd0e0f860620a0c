/** All that needs Ink and React, in one module, so that the first frame does not wait for it. */
export { createInkLayer } from "../components/ink-layer.tsx";
export { layersOf } from "./overlays.tsx";
export { plainView } from "./plain.tsx";
