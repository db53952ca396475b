export { EraseCustomerDialog } from "./EraseCustomerDialog.tsx";
