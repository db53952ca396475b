import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { CallResult, type ContextOf } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { type AudiencePerson, customersByIds, nextOfAudience } from "#domains/campaigns/audience/server/public.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import {
  addUnknownCaller,
  customerById,
  customerByPhone,
  lockPhone,
  recordConsent,
} from "#domains/customers/server/public.ts";
import { listById } from "#domains/lists/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { mailAddressKey, suppressedAddresses } from "#domains/marketing/consent/server/public.ts";
import { currentStop } from "#domains/marketing/rules/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { wordsFor } from "#domains/reputation/settings/rules.ts";
import { settingsOf, textsOf } from "#domains/reputation/settings/server/store.ts";
import { offeredSites } from "#domains/reputation/sites/rules.ts";
import { sitesOf } from "#domains/reputation/sites/server/store.ts";
import { type ManyOutcome, maxPeople, readContact, type reviewInvites, type SendOutcome } from "../contract.ts";
import {
  agoInWords,
  consentWords,
  type InviteLeftOutReason,
  isCoolingDown,
  leftOutTexts,
  lifetimeHours,
  mayMailInstead,
  refusalText,
} from "../rules.ts";
import { evaluateTexts } from "./evaluateTexts.ts";
import { secondsBetween, secondsUntil, sendInviteJob, sendText } from "./sending.ts";
import { customerByEmail, insertInvites, lastInvited, lockInvite, type NewInvite } from "./store.ts";

/** Who invites, and with what links are signed. */
interface InviteContext extends Pick<ContextOf<typeof reviewInvites.send>, "secret" | "publicUrl" | "ports" | "log"> {
  readonly who: { readonly user_id: number };
}
type InviteBody = Omit<BodyOf<typeof reviewInvites.send>, "at_location_id">;

/** Invites one person, unless the cool-down or the gate forbids it. */
export async function invitePerson(
  context: InviteContext,
  unit: UnitOfWork,
  location: LocationKey,
  body: InviteBody,
): Promise<SendOutcome | CallResult<SendOutcome>> {
  const { db } = unit;
  const { dealer_id } = location;
  const now = unit.now();
  const reach = orNotFound(readContact(body.contact));
  const mail = reach.channel === "sms" ? readContact(body.email) : undefined;
  const contacts = mail ? [reach.contact, mail.contact] : [reach.contact];
  await assertReady(db, location);
  // Concurrent invites of the same person wait for each other.
  for (const contact of contacts.toSorted()) await lockPhone(db, dealer_id, contact);
  const customer_id = await customerOf(unit, location, body, reach);
  if (body.anyway === 0) {
    const at = await invitedAt(unit, dealer_id, contacts, customer_id);
    const { cooldown_days } = await settingsOf(db, location);
    if (at && isCoolingDown(at, cooldown_days, now)) {
      const invited = agoInWords(now.getTime() - at.getTime());
      const data = { outcome: "cooldown", invite_id: null, channel: null, due_at: null, invited } as const;
      return new CallResult(`Invitation sent ${invited}`, data, "warning");
    }
  }
  const text = orNotFound(wordsFor(await textsOf(db, location), body.language));
  const ends_by = new Date(now.getTime() + lifetimeHours * 3_600_000);
  const times = { created_at: now, ends_by };
  const { language, words } = text;
  const whom = { customer_id: customer_id ?? null, customer_name: body.name, ...reach };
  const invite = { ...location, ...whom, language, words, sent_by: context.who.user_id, ...times };
  if (reach.channel === "email") return byMail(unit, invite);
  const outcome = await byText(context, unit, invite, { ...body, canMail: mail !== undefined });
  return outcome ?? byMail(unit, { ...invite, ...mail });
}

/** Finds the customer; a new phone becomes a customer. */
async function customerOf(
  { db }: UnitOfWork,
  location: LocationKey,
  { customer_id, name, email }: InviteBody,
  { channel, contact }: NonNullable<ReturnType<typeof readContact>>,
): Promise<number | undefined> {
  const chosen = customer_id === undefined ? undefined : orNotFound(await customerById(db, location, customer_id));
  const isTheirs = chosen && (channel === "sms" ? chosen.phone === contact : chosen.email.toLowerCase() === contact);
  if (isTheirs) return chosen.id;
  if (channel === "email") return customerByEmail(db, location, contact);
  const known = await customerByPhone(db, location, contact);
  // A merged customer has several phones; invitations go to the one that texts go to.
  if (known && known.phone !== contact)
    throw new Failure("conflict", `Invite ${known.customer_name} at their main phone.`);
  return (known ?? (await addUnknownCaller(db, location, contact, { ...splitName(name), email }))).id;
}

async function invitedAt(
  { db }: UnitOfWork,
  dealer_id: number,
  contacts: readonly string[],
  customer_id: number | undefined,
) {
  const { byContact, byCustomer } = await lastInvited(db, dealer_id, contacts, customer_id ? [customer_id] : []);
  const times = [...byContact.values(), customer_id ? byCustomer.get(customer_id) : undefined];
  return times.reduce((latest, at) => (at && (!latest || at > latest) ? at : latest), undefined);
}

/** @returns undefined when the phone can't get a text, and the person can be mailed instead. */
async function byText(
  context: InviteContext,
  unit: UnitOfWork,
  invite: NewInvite,
  { consent, canMail }: Pick<InviteBody, "consent"> & { readonly canMail: boolean },
): Promise<SendOutcome | undefined> {
  const { db } = unit;
  const { dealer_id, location_id } = invite;
  const customer_id = invite.customer_id ?? 0;
  if (!(await senderNumber(db, dealer_id, location_id))) {
    if (canMail) return undefined;
    throw new Failure("conflict", "This location has no phone number yet. Invite by email instead.");
  }
  if (consent === 1) {
    const people = await customersByIds(db, invite, [customer_id]);
    await confirmConsent(unit, dealer_id, context.who.user_id, people);
  }
  const times = { now: invite.created_at, ends_by: invite.ends_by };
  const judged = (await evaluateTexts(db, invite, [customer_id], times)).get(customer_id);
  const { decision } = orNotFound(judged);
  if (decision.kind === "skip") {
    if (canMail && mayMailInstead(decision.reason)) return undefined;
    throw new Failure("conflict", refusalText(decision.reason));
  }
  const [id = 0] = await insertInvites(db, [invite]);
  if (decision.kind === "wait") {
    const delaySeconds = secondsUntil(decision.until, unit.now());
    unit.enqueue(sendInviteJob, { dealer_id, invite_id: id }, { delaySeconds });
    return { outcome: "scheduled", invite_id: id, channel: "sms", due_at: decision.until.toISOString(), invited: "" };
  }
  await sendText(context, unit, orNotFound(await lockInvite(db, dealer_id, id)));
  const stored = await lockInvite(db, dealer_id, id);
  if (stored?.reason === "not_registered") {
    return { outcome: "waiting", invite_id: id, channel: "sms", due_at: null, invited: "" };
  }
  return { outcome: "sent", invite_id: id, channel: "sms", due_at: null, invited: "" };
}

/** A mail takes its time, so it leaves after this is committed. */
async function byMail(unit: UnitOfWork, invite: NewInvite): Promise<SendOutcome> {
  const { db } = unit;
  const { dealer_id, location_id, contact } = invite;
  const sender = await senderOf(db, dealer_id, location_id);
  if (!sender || sender.postal_address === "")
    throw new Failure(
      "conflict",
      "Add the location's mailing address first: the law requires one below every marketing email.",
    );
  const address = mailAddressKey(contact);
  const suppressed = (await suppressedAddresses(db, dealer_id, [address])).get(address);
  if (suppressed) throw new Failure("conflict", refusalText(suppressed));
  const [id = 0] = await insertInvites(db, [invite]);
  unit.enqueue(sendInviteJob, { dealer_id, invite_id: id });
  return { outcome: "sent", invite_id: id, channel: "email", due_at: null, invited: "" };
}

type ManyBody = BodyOf<typeof reviewInvites.sendMany>;
type ManyContext = ContextOf<typeof reviewInvites.sendMany>;

/** Invites several customers by text. Skipped ones get one reason each. */
export async function inviteMany(
  { who }: ManyContext,
  unit: UnitOfWork,
  location: LocationKey,
  { customer_ids, list_id, language, consent }: ManyBody,
): Promise<ManyOutcome> {
  const { db } = unit;
  const { dealer_id, location_id } = location;
  const list = list_id === undefined ? undefined : orNotFound(await listById(db, location, list_id));
  // Without this, the remaining people would be skipped silently.
  if (list?.status === 0) throw invalidField("list_id", "This list is still importing. Send when it's done");
  const choice = { customer_ids, list_ids: list_id === undefined ? [] : [list_id] };
  const chosen = await nextOfAudience(db, location, choice, 0, maxPeople + 1);
  if (chosen.length === 0) throw invalidField("customer_ids", "Select customers to invite");
  if (chosen.length > maxPeople) throw invalidField("customer_ids", `Invite up to ${maxPeople} customers at once`);
  await assertReady(db, location);
  if (!(await senderNumber(db, dealer_id, location_id)))
    throw new Failure("conflict", "This location has no phone number yet, so it can't send texts.");
  const phones = chosen.map(({ phone }) => phone);
  if (consent === 1) await confirmConsent(unit, dealer_id, who.user_id, chosen);

  const now = unit.now();
  const ends_by = new Date(now.getTime() + lifetimeHours * 3_600_000);
  const ids = chosen.map(({ id }) => id);
  const judged = await evaluateTexts(db, location, ids, { now, ends_by });
  const { cooldown_days } = await settingsOf(db, location);
  const last = await lastInvited(db, dealer_id, phones, ids);
  const leftOut = new Map<InviteLeftOutReason, number>();
  const leave = (reason: InviteLeftOutReason) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
  const text = orNotFound(wordsFor(await textsOf(db, location), language));
  const people = await customersByIds(db, location, ids);
  const ready = people.flatMap((person) => {
    const decision = judged.get(person.id)?.decision;
    const at = [last.byContact.get(person.phone), last.byCustomer.get(person.id)];
    if (!decision) leave("removed");
    else if (decision.kind === "skip") leave(decision.reason);
    else if (at.some((one) => isCoolingDown(one, cooldown_days, now))) leave("cooldown");
    else return [{ person, due: decision.kind === "wait" ? secondsUntil(decision.until, now) : 0 }];
    return [];
  });
  const invites = ready.map(({ person }) => ({
    ...location,
    customer_id: person.id,
    customer_name: `${person.first_name} ${person.last_name}`.trim(),
    channel: "sms" as const,
    contact: person.phone,
    language: text.language,
    words: text.words,
    sent_by: who.user_id,
    created_at: now,
    ends_by,
  }));
  const added = await insertInvites(db, invites);
  for (const [place, invite_id] of added.entries()) {
    const delaySeconds = (ready[place]?.due ?? 0) + place * secondsBetween;
    unit.enqueue(sendInviteJob, { dealer_id, invite_id }, { delaySeconds });
  }
  const left_out = [...leftOut].map(([reason, count]) => ({ reason: leftOutTexts[reason], people: count }));
  return { invited: added.length, left_out };
}

/**
 * Checks that the location's page for reviews offers something, and that marketing isn't stopped.
 *
 * @throws Failure `conflict` with what to do.
 */
async function assertReady(db: Db, location: LocationKey): Promise<void> {
  if (offeredSites(await sitesOf(db, location)).length === 0)
    throw new Failure("conflict", "Add a review site first, so that customers have somewhere to leave a review.");
  if (await currentStop(db)) throw new Failure("conflict", "All marketing is on hold right now. Try again later.");
}

/** Records the sender's word for people of unknown consent. It lifts no opt-out and closes no question. */
async function confirmConsent(
  unit: UnitOfWork,
  dealer_id: number,
  user_id: number,
  people: readonly Pick<AudiencePerson, "phone" | "consent">[],
): Promise<void> {
  const attested = { dealer_id, event: "attested", source: "invite", words: consentWords, user_id } as const;
  for (const { phone, consent } of people) if (consent === "unknown") await recordConsent(unit, { ...attested, phone });
}
