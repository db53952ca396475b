export { renderDrawing } from "./renderDrawing.ts";
export { inviteGoalAt, settingsOf, textsOf } from "./store.ts";
