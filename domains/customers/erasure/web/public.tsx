export { EraseClientCustomerDialog } from "./EraseClientCustomerDialog.tsx";
export { EraseCustomerDialog } from "./EraseCustomerDialog.tsx";
