export { isSaidSql, noteContact, takeContactBack } from "./followLeads.ts";
export { moveColumns } from "./tableStore.ts";
