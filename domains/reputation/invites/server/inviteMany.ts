import type { BodyOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { ContextOf } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { customersByIds, nextOfAudience } from "#domains/campaigns/audience/server/public.ts";
import { listById } from "#domains/lists/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { wordsFor } from "../../settings/rules.ts";
import { settingsOf, textsOf } from "../../settings/server/public.ts";
import type { ManyOutcome, reviewInvites } from "../contract.ts";
import { maxPeople } from "../contract.ts";
import { type InviteLeftOutReason, isCoolingDown, leftOutTexts, lifetimeHours } from "../rules.ts";
import { assertReady } from "./assertReady.ts";
import { confirmConsent } from "./confirmConsent.ts";
import { sendInviteJob } from "./jobs.ts";
import { judgeTexts } from "./judgeTexts.ts";
import { secondsUntil } from "./reminders.ts";
import { insertInvites, lastInvited } from "./store.ts";

type ManyBody = BodyOf<typeof reviewInvites.sendMany>;
type ManyContext = ContextOf<typeof reviewInvites.sendMany>;

/** Seconds between two of many invites. */
const secondsBetween = 2;

/** Invites several customers by text. Those who must not be asked are left out, each with one reason. */
export async function inviteMany(
  { who }: ManyContext,
  unit: UnitOfWork,
  location: LocationKey,
  { customer_ids, list_id, language, consent }: ManyBody,
): Promise<ManyOutcome> {
  const { db } = unit;
  const { dealer_id, location_id } = location;
  const list = list_id === undefined ? undefined : orNotFound(await listById(db, location, list_id));
  // Those still to come would be left out without a word.
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
  const judged = await judgeTexts(db, location, ids, { now, ends_by });
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
