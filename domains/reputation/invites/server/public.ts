export { invitedCustomers, lockInvite, updateInvite } from "./store.ts";
