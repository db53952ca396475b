import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import { customerById } from "#domains/customers/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { type AppointmentDraft, appointmentEvents, type appointments } from "../contract.ts";
import { instantOf, statusNames } from "../rules.ts";
import {
  appointmentRows,
  deleteAppointment,
  insertAppointment,
  lockAppointment,
  setConfirmed,
  setStatus,
} from "./store.ts";

export const appointmentHandlers: Handlers<typeof appointments> = {
  async table({ db, scope }, { body }) {
    const rows = appointmentRows(db, scope);
    const { customer_id } = body;
    const filtered = customer_id === undefined ? rows : rows.where("appointments.customer_id", "=", customer_id);
    return tablePage(db, filtered, body, {
      sortable: ["id", "title", "datetime", "customer_name", "type", "created_by", "created", "status"],
      texts: ["title", "customer_name", "created_by"],
      searchable: ["title", "customer_name", "type_name", "status_name"],
      order: [["id", "desc"]],
    });
  },

  async add({ db, scope, who, now, publish }, { body }) {
    const { dealer_id, location_id } = scope;
    const { title, type, customer_id, notes } = body;
    const customer = await customerById(db, scope, customer_id);
    if (!customer) throw invalidField("customer_id", "Customer not found. They may have been deleted.");
    const { time_zone } = orNotFound(await locationById(db, dealer_id, location_id));
    const datetime = instantOf(body, now(), time_zone);
    if (!datetime)
      throw invalidField("customTimeHours", "The clocks skip this time on that day. Please choose another.");
    const draft = { title, type, customer_id, notes, datetime };
    const made = { dealer_id, location_id, created_by: who.user_id, created: now() };
    const id = await insertAppointment(db, { ...draft, ...made });
    if (id === undefined) throw invalidField(timeField(body), "This customer has an appointment at this time already");
    publish(appointmentEvents.changed, { target_id: id });
    return { id };
  },

  /** Any status may follow any other; the same one changes nothing. */
  async update({ db, scope, audit, publish }, { params: { id, status } }) {
    const { status: before } = orNotFound(await lockAppointment(db, scope, id));
    if (before !== status) {
      await setStatus(db, scope, id, status);
      const detail = { from: statusNames[before], to: statusNames[status] };
      await audit({ action: "moved", subject: "appointment", subject_id: id, detail });
      publish(appointmentEvents.changed, { target_id: id });
    }
    return { id, status };
  },

  /** A repeated confirmation keeps the first one's time. */
  async confirm({ db, scope, who, now, audit, publish }, { params: { id } }) {
    const { status, confirmed_at } = orNotFound(await lockAppointment(db, scope, id));
    if (status !== 0) throw new Failure("conflict", "Only a pending appointment can be confirmed.");
    if (confirmed_at === null) {
      await setConfirmed(db, scope, id, { confirmed_at: now(), confirmed_by: who.user_id });
      await audit({ action: "confirmed", subject: "appointment", subject_id: id });
      publish(appointmentEvents.changed, { target_id: id });
    }
    return { id };
  },

  async remove({ db, scope, audit, publish }, { params }) {
    const { id, customer_id, datetime } = orNotFound(await deleteAppointment(db, scope, params.id));
    const detail = { customer_id, datetime: datetime.toISOString() };
    await audit({ action: "deleted", subject: "appointment", subject_id: id, detail });
    publish(appointmentEvents.changed, { target_id: id });
  },
};

/** The field that shows an error about the time. */
function timeField({ timeType }: AppointmentDraft): keyof AppointmentDraft {
  return timeType === "now" ? "timeType" : "customTimeHours";
}
