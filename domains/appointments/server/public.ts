export { addAppointment, appointmentHandlers, editAppointment } from "./handlers.ts";
export { countAppointments, findConflict, moveAppointments, moveAppointmentsBack } from "./moveStore.ts";
export { recordCustomerAnswer } from "./recordCustomerAnswer.ts";
