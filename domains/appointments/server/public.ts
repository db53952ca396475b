export { appointmentFacts } from "./facts.ts";
export { addAppointment, appointmentHandlers, editAppointment } from "./handlers.ts";
export { recordCustomerAnswer } from "./saveChange.ts";
export { countAppointments, findConflict, moveAppointments, moveAppointmentsBack } from "./store.ts";
