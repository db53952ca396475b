export { isSaidSql, noteContact, takeContactBack } from "./followLeads.ts";
export { isCountedSql, moveColumns, reachedSql } from "./tableStore.ts";
