export { endTask, reopenTask } from "./handlers.ts";
export { lockTask } from "./store.ts";
