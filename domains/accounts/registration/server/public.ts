export { chooseFor, insertDealer, isChoice, isRegistered, type NewDealer } from "./store.ts";
