export { CreateAppointmentDialog } from "./CreateAppointmentDialog.tsx";
