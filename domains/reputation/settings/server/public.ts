export { settingsOf, textsOf } from "./store.ts";
