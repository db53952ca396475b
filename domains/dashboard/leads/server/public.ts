export { countedLeadPage } from "./handlers.ts";
export { leadsByOwner } from "./store.ts";
