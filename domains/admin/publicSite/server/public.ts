export { publicContacts } from "./store.ts";
