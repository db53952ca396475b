import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { formatPhone, toE164 } from "#core/phone.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { addBriefly, customerById, customerByPhone, requireCustomer } from "#domains/customers/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import type { AppointmentDraft, AppointmentEdit, appointments, CustomerWithPhone } from "../contract.ts";
import type { DoubtfulTime } from "../fields.ts";
import { instantOf, savedText, statusNames } from "../rules.ts";
import { insertDeleted } from "./comingAppointments.ts";
import { announceAppointment, appointmentFacts } from "./facts.ts";
import { notifyHosts, orBusy, requireFreeHost, requireHost, requireStillFree } from "./hosts.ts";
import { appointmentsPage, countPeriods } from "./page.ts";
import { saveChange, warnAbout } from "./saveChange.ts";
import {
  deleteAppointment,
  insertAppointment,
  lockAppointment,
  setConfirmed,
  setStatus,
  takeDeleted,
} from "./store.ts";

export const appointmentHandlers: Handlers<typeof appointments> = {
  async table({ db, scope, now }, { body }) {
    return appointmentsPage(db, scope, body, { now: now(), zone: await zoneOf(db, scope) });
  },

  async counts({ db, scope, now }, { body }) {
    return countPeriods(db, scope, body, { now: now(), zone: await zoneOf(db, scope) });
  },

  async add(context, { body }) {
    const { id, warnings } = await addAppointment(context, body);
    return saved("Appointment created", warnings, { id });
  },

  async edit(context, { params: { id }, body }) {
    const { warnings, version } = await editAppointment(context, id, body);
    return saved("Appointment saved", warnings, { id, version });
  },

  /** Any status may follow any other; the same one changes nothing. */
  async update(context, { params: { id, status } }) {
    const { db, scope, audit } = context;
    const row = orNotFound(await lockAppointment(db, scope, id));
    const before = row.status;
    if (before !== status) {
      if (status === 0) await requireStillFree(db, scope, id, row);
      await setStatus(db, scope, id, status);
      const detail = { from: statusNames[before], to: statusNames[status] };
      await audit({ action: "moved", subject: "appointment", subject_id: id, detail });
      announceAppointment(context, scope, id);
    }
    return { id, status };
  },

  /** A repeated confirmation keeps the first one's time. */
  async confirm(context, { params: { id } }) {
    const { db, scope, who, now, audit } = context;
    const { status, confirmed_at } = orNotFound(await lockAppointment(db, scope, id));
    if (status !== 0) throw new Failure("conflict", "Only a pending appointment can be confirmed.");
    if (confirmed_at === null) {
      await setConfirmed(db, scope, id, { confirmed_at: now(), confirmed_by: who.user_id });
      await audit({ action: "confirmed", subject: "appointment", subject_id: id });
      announceAppointment(context, scope, id);
    }
    return { id };
  },

  async remove(context, { params }) {
    const { db, scope, now, audit } = context;
    const { id, customer_id, datetime } = orNotFound(await deleteAppointment(db, scope, params.id, now()));
    const detail = { customer_id, datetime: datetime.toISOString() };
    await audit({ action: "deleted", subject: "appointment", subject_id: id, detail });
    announceAppointment(context, scope, id);
  },

  async restore(context, { params: { id } }) {
    const { db, scope, now, audit } = context;
    const { customer_id, record } = orNotFound(await takeDeleted(db, scope, id, now()));
    if (!(await customerById(db, scope, customer_id))) throw new Failure("conflict", customerIsDeleted);
    const [restored] = await insertDeleted(db, scope.dealer_id, [record]);
    if (restored === undefined) throw new Failure("conflict", hasAnother);
    await audit({ action: "restored", subject: "appointment", subject_id: id });
    announceAppointment(context, scope, id);
    return { id };
  },
};

const saved = <Data>(text: string, warnings: DoubtfulTime["warnings"], data: Data) =>
  new CallResult(savedText(text, warnings), data, warnings.length > 0 ? "warning" : "success");

/** Adds an appointment. @returns what speaks against its time, unless that was confirmed. */
export async function addAppointment(context: StaffContext, body: AppointmentDraft) {
  const { db, scope, who, now } = context;
  const { dealer_id, location_id } = scope;
  const { title, type, notes, duration = 30, host_id = null, place = "" } = body;
  const customer_id = await customerOf(context, body);
  const zone = await zoneOf(db, scope);
  const datetime = orSkipped(instantOf(body, now(), zone));
  const draft = { title, type, customer_id, notes, datetime, duration, host_id, place };
  const made = { dealer_id, location_id, created_by: who.user_id, created: now() };
  const host = host_id === null ? undefined : await requireHost(db, scope, host_id);
  if (host) await requireFreeHost(db, scope, { host_id: host.id, from: datetime, duration }, { ...host, zone });
  const id = await insertAppointment(db, { ...draft, ...made }).catch((error) => {
    throw orBusy(error, host?.name ?? "", zone);
  });
  if (id === undefined) throw timeIsTaken(body);
  const warnings = await warnAbout(context, { id, customer_id, datetime, duration }, body.confirmed);
  announceAppointment(context, scope, id);
  if (body.confirms_by_text === 1)
    context.announce(appointmentFacts.booked, { dealer_id, location_id, appointment_id: id });
  await notifyHosts(context, { title, zone, before: undefined, after: draft, host: host?.name ?? "" });
  return { id, warnings };
}

/** The customer of a booking, who may be added with it. @throws Failure `conflict` with the one who has that phone. */
async function customerOf({ db, scope, who }: StaffContext, body: AppointmentDraft): Promise<number> {
  const { adds_customer, customer_id, new_first_name = "", new_last_name = "", new_phone = "", new_email = "" } = body;
  if (adds_customer !== 1) return (await requireCustomer(db, scope, customer_id ?? 0)).id;
  const phone = toE164(new_phone) ?? new_phone;
  await assertReachable(db, scope.dealer_id, "new_phone", phone);
  const known = { first_name: new_first_name, last_name: new_last_name, phone, email: new_email };
  const id = await addBriefly(db, scope, known, who.user_id);
  if (id !== undefined) return id;
  const owner = orNotFound(await customerByPhone(db, scope, phone));
  const data: CustomerWithPhone = {
    reason: "known_customer",
    customer_id: owner.id,
    customer_name: `${owner.first_name} ${owner.last_name}`.trim() || formatPhone(phone),
  };
  throw new Failure("conflict", `${data.customer_name} has this phone number already.`, { data });
}

/** Changes an appointment. A new time clears the confirmation and, if still to come, makes it pending again. */
export async function editAppointment(context: StaffContext, id: number, body: AppointmentEdit) {
  const { db, scope, now } = context;
  const { title, customer_id, timeType } = body;
  const zone = await zoneOf(db, scope);
  const before = orNotFound(await lockAppointment(db, scope, id));
  if (before.version !== body.version) throw new Failure("conflict", changedMeanwhile);
  if (customer_id !== before.customer_id) await requireCustomer(db, scope, customer_id);
  const datetime = timeType === "keep" ? before.datetime : orSkipped(instantOf(body, now(), zone));
  const isMoved = datetime.getTime() !== before.datetime.getTime();
  const status = isMoved && datetime > now() ? 0 : before.status;
  const confirmed_at = isMoved ? null : before.confirmed_at;
  const { type = before.type, notes = before.notes } = body;
  const { duration = before.duration, host_id = before.host_id, place = before.place } = body;
  const change = { title, type, customer_id, notes, datetime, status, confirmed_at, duration, host_id, place };
  const version = await saveChange(context, { id, before, change, zone, taken: () => timeIsTaken(body) });
  const warnings = isMoved ? await warnAbout(context, { id, customer_id, datetime, duration }, body.confirmed) : [];
  return { version, warnings };
}

const customerIsDeleted = "This customer was deleted or merged. Restore them first.";
const hasAnother = "This customer has another appointment at that time now.";
const changedMeanwhile = "Someone else changed this appointment. Close this and open it again to see their changes.";

async function zoneOf(db: Db, { dealer_id, location_id }: LocationScope): Promise<string> {
  return orNotFound(await locationById(db, dealer_id, location_id)).time_zone;
}

function orSkipped(instant: Date | undefined): Date {
  if (!instant)
    throw invalidField("customTimeHours", "This time is skipped that day because the clocks change. Select another.");
  return instant;
}

/** Reported at the field that shows an error about the time. */
function timeIsTaken({ timeType }: { readonly timeType?: string | undefined }) {
  const field = timeType === "custom" ? "customTimeHours" : "timeType";
  return invalidField(field, "This customer already has an appointment at this time");
}
