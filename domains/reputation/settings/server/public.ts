export { renderDrawing } from "./renderDrawing.ts";
export { countResults, settingsOf, textsOf } from "./store.ts";
