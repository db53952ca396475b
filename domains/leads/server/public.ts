export { isSaidSql, noteContact, takeContactBack } from "./followLeads.ts";
export { isCountedSql, reachedSql } from "./tableStore.ts";
