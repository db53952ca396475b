export { DeleteCustomersDialog } from "./DeleteCustomersDialog.tsx";
