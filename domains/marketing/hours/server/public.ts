export { allHours, deleteHours, quietHours, upsertHours } from "./store.ts";
