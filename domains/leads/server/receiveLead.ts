import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { addUnknownCaller, customerByPhone, recordConsent } from "#domains/customers/server/public.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import type { LeadInquiry } from "../contract.ts";
import type { LeadKind, LeadVehicle } from "../fields.ts";
import { firstStage, joinDays, joinsLead, wantedFirst } from "../rules.ts";
import { leadFacts, publishLead } from "./facts.ts";
import { notifyLocation, notifyOwner } from "./notifyOfLead.ts";
import {
  changeLead,
  findDelivery,
  hasRules,
  heldStages,
  insertInquiry,
  insertLead,
  insertMove,
  lockReceiving,
  type OpenLead,
  openLeadsLike,
  replaceVehicles,
} from "./store.ts";

const dayMs = 86_400_000;

/** What came in, or what a member typed. */
export interface ReceivedInquiry extends Pick<LeadInquiry, "came_by" | "read_by" | "provider" | "subject"> {
  readonly kind: LeadKind;
  /** What tells a repeated delivery of it. */
  readonly delivery: string;
  /** Milliseconds after which the same words are another inquiry; undefined: a delivery has an id of its own. */
  readonly repeatsWithin?: number;
  readonly provider_id: string;
  /** The email that sent it; empty for none. */
  readonly sender?: string;
  readonly source: string;
  readonly person: {
    readonly first_name: string;
    readonly last_name: string;
    readonly email: string;
    /** E.164; empty without one. */
    readonly phone: string;
  };
  readonly vehicles: readonly LeadVehicle[];
  readonly comments: string;
  readonly agreed_words: string;
  readonly requested_at: Date | null;
  readonly raw_sealed: string | null;
  /** Of somebody who wrote or called: whose lead it is, and when they did. */
  readonly asked?: { readonly customer_id: number; readonly at: Date };
  /** Of a lead added by hand: who did it, for which known customer, and whose it is. */
  readonly hand?: { readonly user_id: number; readonly customer_id: number | null; readonly owner_id: number | null };
}

export interface ReceivedLead {
  readonly id: number;
  /** `new`: a lead; `joined`: another inquiry of an open lead; `known`: this delivery was received before. */
  readonly became: "new" | "joined" | "known";
}

/**
 * Receives an inquiry once: as a new lead, or as another inquiry of the same person's open lead. A phone that no customer
 * has makes a customer. It allows answering them, which the consent ledger records; a phone that opted out stays so.
 */
export async function receiveLead(
  unit: UnitOfWork,
  location: LocationKey,
  inquiry: ReceivedInquiry,
): Promise<ReceivedLead> {
  const { db } = unit;
  await lockReceiving(db, location);
  const known = await findDelivery(db, location, inquiry.delivery);
  const age = known ? unit.now().getTime() - known.received_at.getTime() : 0;
  if (known && age <= (inquiry.repeatsWithin ?? Number.POSITIVE_INFINITY))
    return { id: known.lead_id, became: "known" };
  const joined = await leadToJoin(unit, location, inquiry);
  const lead_id = joined?.id ?? (await addLead(unit, location, inquiry));
  const comments = joined ? withContacts(inquiry, joined) : inquiry.comments;
  await keepInquiry(unit, location, lead_id, { ...inquiry, comments, repetition: known ? known.repetition + 1 : 0 });
  await recordInquiry(unit, location.dealer_id, inquiry);
  publishLead(unit, location, lead_id);
  if (joined) {
    await noteFurtherInquiry(unit, location, lead_id, inquiry);
    return { id: lead_id, became: "joined" };
  }
  unit.announce(leadFacts.received, { ...keyOf(location), lead_id });
  return { id: lead_id, became: "new" };
}

const keyOf = ({ dealer_id, location_id }: LocationKey) => ({ dealer_id, location_id });

/** The open lead of the same person that an inquiry joins. A member who names the customer means that one. */
async function leadToJoin(
  { db, now }: UnitOfWork,
  location: LocationKey,
  { person: { phone, email }, provider_id, vehicles, hand }: ReceivedInquiry,
): Promise<OpenLead | undefined> {
  const identity = { phone, email, provider_id, vehicles };
  const chosen = hand?.customer_id ?? null;
  const customer_id = chosen ?? (phone === "" ? undefined : (await customerByPhone(db, location, phone))?.id) ?? null;
  const since = new Date(now().getTime() - joinDays * dayMs);
  const open = await openLeadsLike(db, location, { ...identity, customer_id, since });
  return open
    .filter((lead) => chosen === null || lead.customer_id === chosen)
    .find((lead) => {
      // All phones and emails of a customer are theirs.
      const isTheirs = customer_id !== null && lead.customer_id === customer_id;
      return joinsLead(isTheirs ? { ...identity, phone: lead.phone, email: lead.email } : identity, lead);
    });
}

/** What an inquiry says, with the phone and the email that its lead lacks. */
const withContacts = ({ comments, person }: ReceivedInquiry, lead: OpenLead) =>
  [
    comments,
    person.phone !== "" && person.phone !== lead.phone && `Phone: ${person.phone}`,
    person.email !== "" && person.email.toLowerCase() !== lead.email.toLowerCase() && `Email: ${person.email}`,
  ]
    .filter(Boolean)
    .join("\n");

/** Whose lead it is; null for a person whose phone can't be reached, or who gave none. */
async function customerOf(
  { db }: UnitOfWork,
  location: LocationKey,
  { person, hand, asked }: ReceivedInquiry,
): Promise<number | null> {
  if (hand?.customer_id) return hand.customer_id;
  if (asked) return asked.customer_id;
  const { phone, email, first_name, last_name } = person;
  if (phone === "" || (await phoneProblemFor(db, location.dealer_id, phone))) return null;
  const known = await customerByPhone(db, location, phone);
  return (known ?? (await addUnknownCaller(db, location, phone, { first_name, last_name, email }))).id;
}

async function addLead(unit: UnitOfWork, location: LocationKey, inquiry: ReceivedInquiry): Promise<number> {
  const { db, now } = unit;
  const { kind, source, person, vehicles, hand, asked } = inquiry;
  const customer_id = await customerOf(unit, location, inquiry);
  const stage = firstStage(await heldStages(db, location.dealer_id));
  if (!stage) throw new Error("The business has no open stage");
  const owner_id = hand?.owner_id ?? null;
  const { first_name, last_name, email, phone } = person;
  // Then whoever assigns it notifies the owner, or the location.
  const isByRules = owner_id === null && (await hasRules(db, location));
  const id = await insertLead(db, {
    ...keyOf(location),
    customer_id,
    kind,
    stage_id: stage.id,
    owner_id,
    source,
    first_name,
    last_name,
    email,
    phone,
    received_at: asked?.at ?? now(),
    created_by: hand?.user_id ?? null,
    assignment: isByRules ? "due" : "",
  });
  await replaceVehicles(db, { ...location, id }, vehicles);
  const by = hand?.user_id ?? null;
  const move = { by, to_stage_id: stage.id, ...(owner_id !== null && { to_owner_id: owner_id }) };
  await insertMove(db, { ...location, id }, now(), { reason: hand ? "added" : "received", ...move });
  const news = { ...person, source, wanted: wantedFirst(vehicles)[0] };
  if (owner_id === null && !isByRules) await notifyLocation(unit, location, news, by);
  if (owner_id !== null && owner_id !== by) await notifyOwner(unit, location, owner_id, news);
  return id;
}

async function keepInquiry(
  { db, now }: UnitOfWork,
  location: LocationKey,
  lead_id: number,
  inquiry: ReceivedInquiry & { readonly repetition: number },
): Promise<void> {
  const { came_by, read_by, provider, provider_id, subject, comments, agreed_words, delivery, repetition } = inquiry;
  const { requested_at, raw_sealed } = inquiry;
  const { sender = "" } = inquiry;
  const said = {
    sender,
    came_by,
    read_by,
    provider,
    provider_id,
    subject,
    comments,
    agreed_words,
    delivery,
    repetition,
  };
  await insertInquiry(db, { ...keyOf(location), lead_id, ...said, requested_at, raw_sealed, received_at: now() });
}

async function noteFurtherInquiry(
  { db, now }: UnitOfWork,
  location: LocationKey,
  id: number,
  { hand }: ReceivedInquiry,
): Promise<void> {
  await changeLead(db, { dealer_id: location.dealer_id, id }, { inquired_at: now(), awaits_answer: 1 });
  await insertMove(db, { ...location, id }, now(), { reason: "inquired", by: hand?.user_id ?? null });
}

/** What an inquiry allows: answering it. A member who adds a lead vouches for nothing. */
async function recordInquiry(unit: UnitOfWork, dealer_id: number, inquiry: ReceivedInquiry): Promise<void> {
  const { hand, asked, person, provider, provider_id, agreed_words, subject } = inquiry;
  // What a text, a call or the widget allows was recorded as it came.
  if (hand || asked || person.phone === "") return;
  const evidence = [
    provider && `From: ${provider}`,
    provider_id && `Their number: ${provider_id}`,
    subject && `Subject: ${subject}`,
    agreed_words && `They agreed to: ${agreed_words}`,
  ];
  await recordConsent(unit, {
    dealer_id,
    phone: person.phone,
    event: "granted",
    scope: "conversation",
    source: "inquiry",
    words: "Asked the business to contact them",
    evidence: evidence.filter(Boolean).join("\n").slice(0, 2_000),
  });
}
