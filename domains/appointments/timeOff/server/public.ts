export { membersOff } from "./store.ts";
