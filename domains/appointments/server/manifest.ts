import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import { appointments } from "../contract.ts";
import { comingAppointments } from "./comingAppointments.ts";
import { appointmentHandlers } from "./handlers.ts";
import { appointmentPersonRecords } from "./personRecords.ts";
import { customersWithAppointment } from "./store.ts";

export const appointmentsManifest: DomainManifest = {
  name: "appointments",
  calls: [callGroup(appointments, appointmentHandlers)],
  customersInUse: customersWithAppointment,
  customerWork: [comingAppointments],
  person: appointmentPersonRecords,
  tables: ["appointments", "deleted_appointments"],
  reads: ["users", "customers"],
};
