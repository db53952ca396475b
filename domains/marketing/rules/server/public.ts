export { allHours, currentStop, deleteHours, endStop, insertStop, quietHours, upsertHours } from "./store.ts";
