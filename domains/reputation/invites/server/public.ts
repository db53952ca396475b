export { invitePerson } from "./invitePerson.ts";
export { invitedCustomers, lockInvite, updateInvite } from "./store.ts";
