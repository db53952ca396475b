export { countAppointments, findConflict, moveAppointments, moveAppointmentsBack } from "./moveStore.ts";
