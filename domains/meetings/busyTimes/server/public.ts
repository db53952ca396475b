export { type BusyMember, busyBetween } from "./store.ts";
