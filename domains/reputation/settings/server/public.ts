export { inviteGoalAt, settingsOf } from "./store.ts";
