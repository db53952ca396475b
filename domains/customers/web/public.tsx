export { CustomerPicker } from "./CustomerPicker.tsx";
export { SendSmsDialog } from "./SendSmsDialog.tsx";
