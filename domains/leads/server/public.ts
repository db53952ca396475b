export { noteContact, takeContactBack } from "./followLeads.ts";
