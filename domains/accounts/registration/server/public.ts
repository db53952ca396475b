export { choiceExists, insertDealer, isEmailRegistered, type NewDealer, setDealerChoices } from "./store.ts";
