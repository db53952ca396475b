export { AddToListDialog } from "./AddToListDialog.tsx";
export { AddCustomerDialog, EditCustomerDialog } from "./CustomerDialogs.tsx";
export { CustomerPicker } from "./CustomerPicker.tsx";
