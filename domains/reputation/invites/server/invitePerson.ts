import type { BodyOf } from "#core/call.ts";
import { Failure, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import { CallResult, type ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customersByIds } from "#domains/campaigns/audience/server/public.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { addUnknownCaller, customerById, customerByPhone, lockPhone } from "#domains/customers/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { mailAddressKey, suppressedAddresses } from "#domains/marketing/mailConsent/server/public.ts";
import { senderOf } from "#domains/marketing/sender/server/public.ts";
import { wordsFor } from "../../settings/rules.ts";
import { settingsOf, textsOf } from "../../settings/server/public.ts";
import { readContact, type reviewInvites, type SendOutcome } from "../contract.ts";
import { agoInWords, isCoolingDown, lifetimeHours, mayMailInstead, refusalText } from "../rules.ts";
import { assertReady } from "./assertReady.ts";
import { confirmConsent } from "./confirmConsent.ts";
import { sendInviteJob } from "./jobs.ts";
import { judgeTexts } from "./judgeTexts.ts";
import { secondsUntil } from "./reminders.ts";
import { sendText } from "./sendInvite.ts";
import { customerByEmail, insertInvites, lastInvited, lockInvite, type NewInvite } from "./store.ts";

/** Who invites, and with what links are signed. */
interface InviteContext extends Pick<ContextOf<typeof reviewInvites.send>, "secret" | "publicUrl" | "ports" | "log"> {
  readonly who: { readonly user_id: number };
}
type InviteBody = Omit<BodyOf<typeof reviewInvites.send>, "at_location_id">;

/** Invites one person, unless somebody did lately or they must not be asked. */
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
  // Two who invite the same person at once do it one after the other.
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

/** The customer who is meant; somebody with a new phone becomes one. */
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
  const judged = (await judgeTexts(db, invite, [customer_id], times)).get(customer_id);
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
