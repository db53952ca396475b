export { deleteCustomers } from "./deleteCustomers.ts";
