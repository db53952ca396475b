export { countResults, settingsOf, textsOf } from "./store.ts";
