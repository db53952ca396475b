import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { appointmentCalendar } from "../calendar/contract.ts";
import { calendarHandlers } from "../calendar/server/handlers.ts";
import { appointments } from "../contract.ts";
import { timeOff } from "../timeOff/contract.ts";
import { timeOffHandlers } from "../timeOff/server/handlers.ts";
import { comingAppointments } from "./comingAppointments.ts";
import { appointmentHandlers } from "./handlers.ts";
import { handOverHosted } from "./handOverHosted.ts";
import { appointmentPersonRecords } from "./personRecords.ts";
import { customersWithAppointment } from "./store.ts";

export const appointmentsManifest: DomainManifest = {
  name: "appointments",
  calls: [
    callGroup(appointments, appointmentHandlers),
    callGroup(appointmentCalendar, calendarHandlers),
    callGroup(timeOff, timeOffHandlers),
  ],
  handOvers: [{ what: "appointment", handOver: handOverHosted }],
  customersInUse: customersWithAppointment,
  customerWork: [comingAppointments],
  person: appointmentPersonRecords,
  tables: ["appointments", "deleted_appointments", "time_off", "host_times", "appointment_end"],
  reads: ["users", "customers"],
};
