import type { FactData } from "#core/fact.ts";
import type { LocationKey } from "#core/people.ts";
import type { Handlers, Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { intentOf } from "#domains/inboundIntent/rules.ts";
import type { inboxFacts } from "#domains/inbox/server/public.ts";
import { deliveryId } from "#domains/leads/inquiries/server/receiveInquiries.ts";
import { receiveLead } from "#domains/leads/server/receiveLead.ts";
import { type LeadOriginName, type LeadOrigins, leadOriginNames, type leadOrigins } from "../contract.ts";
import { type Asker, callerOf, type OriginTimes, originsOf, saveOrigins, writerOf } from "./store.ts";

type WithinBusiness = { readonly within: Pick<Server["within"], "business"> };

const reason = "someone who asks";

/** Makes a lead of a message from the website widget, where the owner wants that. */
export const receiveVisitorLead = (
  { within }: WithinBusiness,
  { dealer_id, location_id, message_id }: FactData<typeof inboxFacts.visitorWrote>,
) =>
  within.business({ dealer_id, location_id }, reason, async (unit) => {
    const location = { dealer_id, location_id };
    const { widget } = await originsOf(unit.db, location);
    const writer = widget && (await writerOf(unit.db, { ...location, message_id }));
    if (!writer || writer.at < widget) return;
    await receiveAsker(unit, location, writer, { came_by: "widget", source: "Website", id: message_id });
  });

/** The same of the first text from a phone that nobody knew. */
export const receiveTexterLead = (
  { within }: WithinBusiness,
  { dealer_id, location_id, message_id }: FactData<typeof inboxFacts.strangerWrote>,
) =>
  within.business({ dealer_id, location_id }, reason, async (unit) => {
    const location = { dealer_id, location_id };
    const { new_texters } = await originsOf(unit.db, location);
    const writer = new_texters ? await writerOf(unit.db, { ...location, message_id }) : undefined;
    if (!new_texters || !writer?.is_new || writer.at < new_texters) return;
    // STOP and HELP ask for nothing that a lead is about.
    if (intentOf({ body: writer.words }, false)) return;
    await receiveAsker(unit, location, writer, { came_by: "text", source: writer.source || "Text", id: message_id });
  });

/** The same of a call: to a tracking number from anybody, to another number from a phone that nobody knew. */
export const receiveCallerLead = (
  { within }: WithinBusiness,
  { dealer_id, location_id, call_id }: FactData<typeof inboxFacts.callEnded>,
) =>
  within.business({ dealer_id, location_id }, reason, async (unit) => {
    const location = { dealer_id, location_id };
    const { tracked_calls, new_callers } = await originsOf(unit.db, location);
    if (!tracked_calls && !new_callers) return;
    const caller = await callerOf(unit.db, { ...location, call_id });
    if (!caller) return;
    const isWanted = (since: Date | null) => since !== null && caller.at >= since;
    if (!(caller.source !== "" && isWanted(tracked_calls)) && !(caller.is_new && isWanted(new_callers))) return;
    await receiveAsker(unit, location, caller, { came_by: "call", source: caller.source || "Phone", id: call_id });
  });

/** Receives a lead of somebody who has none that is open. It was received when they wrote or called. */
async function receiveAsker(
  unit: UnitOfWork,
  location: LocationKey,
  { customer_id, phone, first_name, last_name, email, at, words, has_lead }: Asker,
  {
    came_by,
    source,
    id,
  }: { readonly came_by: "widget" | "text" | "call"; readonly source: string; readonly id: number },
): Promise<void> {
  if (has_lead) return;
  await receiveLead(unit, location, {
    came_by,
    read_by: "json",
    kind: "sales",
    provider: "",
    provider_id: "",
    subject: "",
    delivery: deliveryId(came_by, id),
    source,
    person: { first_name, last_name, email, phone },
    vehicles: [],
    comments: words.slice(0, 8_000),
    agreed_words: "",
    requested_at: null,
    raw_sealed: null,
    asked: { customer_id, at },
  });
}

const flagsOf = (times: OriginTimes): LeadOrigins => ({
  widget: times.widget ? 1 : 0,
  tracked_calls: times.tracked_calls ? 1 : 0,
  new_callers: times.new_callers ? 1 : 0,
  new_texters: times.new_texters ? 1 : 0,
});

export const leadOriginHandlers: Handlers<typeof leadOrigins> = {
  settings: async ({ db, scope }) => flagsOf(await originsOf(db, scope)),

  async save({ db, scope, now, audit }, { body }) {
    const before = await originsOf(db, scope);
    // What is on stays on since then.
    const since = (name: LeadOriginName) => (body[name] === 1 ? (before[name] ?? now()) : null);
    const times = Object.fromEntries(leadOriginNames.map((name) => [name, since(name)])) as OriginTimes;
    await saveOrigins(db, scope, times);
    await audit({ action: "changed", subject: "lead origins", subject_id: scope.location_id, detail: body });
    return flagsOf(times);
  },
};
