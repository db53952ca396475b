export { ConsentLine, ConsentStatus } from "#domains/customers/consent/web/public.tsx";
export { AddToListDialog } from "./AddToListDialog.tsx";
export { EditCustomerDialog } from "./CustomerDialogs.tsx";
export { CustomerPicker } from "./CustomerPicker.tsx";
export { SendSmsDialog } from "./SendSmsDialog.tsx";
