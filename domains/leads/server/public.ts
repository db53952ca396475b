export { isSaidSql, noteContact, takeContactBack } from "./followLeads.ts";
