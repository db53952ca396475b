import type { BodyOf, DataOf } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { hasVariables } from "#core/variables.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { senderRegistration } from "#domains/locations/server/public.ts";
import { skipReasons, skipReasonTexts } from "#domains/marketing/rules/rules.ts";
import { quietHours } from "#domains/marketing/rules/server/public.ts";
import { marketingSegments } from "#domains/marketing/sender/rules.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import {
  type AudiencePerson,
  companyValues,
  nextOfAudience,
  type Plan,
  planFor,
  readFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import { carrierDays, peopleTooLate } from "../../rules.ts";
import { carrierRoom } from "../../sending/server/public.ts";
import { checkedChoice } from "../../text/server/public.ts";
import { type campaignPreview, maxPeopleShown, type PersonLeftOut } from "../contract.ts";
import { AudienceCount, audienceBlocks, factsQuery, planOf, type WhenAndWhom } from "./audienceCount.ts";
import { ZoneCount } from "./zoneCount.ts";

type PreviewBody = BodyOf<typeof campaignPreview.audience>;

const textPlanOf = async (context: StaffContext, body: WhenAndWhom) =>
  planOf(context, body, await quietHours(context.db));
const textFactsQuery = (context: StaffContext, body: WhenAndWhom) =>
  factsQuery(context, body, body.skip_unanswered !== 0);

/** Goes through the whole audience by the sender's own rules, and writes nothing. */
export async function previewTexts(context: StaffContext, body: PreviewBody) {
  const { db, scope, ports } = context;
  const choice = await checkedChoice(context, body);
  const plan = await textPlanOf(context, body);
  const segmentsOf = segmentCounter(body, await companyValues(db, scope));
  const count = new AudienceCount<PersonLeftOut>(plan);
  const zones = new ZoneCount();
  const phones = new Set<string>();
  let [n, segments, unknown_consent] = [0, 0, 0];
  for await (const people of audienceBlocks(context, choice)) {
    const facts = await readFacts(db, textFactsQuery(context, body), people);
    for (const person of people) {
      const { id: customer_id, first_name, last_name, phone } = person;
      n += 1;
      if (isUnknown(person)) unknown_consent += 1;
      const known = { facts: facts.get(customer_id), isDuplicate: phones.has(phone), n };
      const planned = planPerson(plan, person, { ...known, includesUnknown: body.include_unknown === 1 });
      if (planned.reason !== "duplicate") phones.add(phone);
      if (planned.reason !== "") {
        count.leaveOut(planned.reason, { customer_id, first_name, last_name, phone });
        continue;
      }
      count.reach(planned.due_at);
      segments += segmentsOf(person);
      zones.add(planned.zones, planned.is_guess, planned.due_at);
    }
  }
  const { segmentsPerSecond } = ports.sms;
  const room = await dailyRoom(context, scope.dealer_id, "texts");
  const carrier = await carrierRoom(context, scope);
  const registration = await senderRegistration(db, scope.dealer_id, scope.location_id);
  const texted = count.reached;
  return {
    ...count.result(skipReasonTexts),
    texted,
    segments,
    zones: zones.result(),
    unknown_consent,
    minutes: Math.ceil(segments / segmentsPerSecond / 60),
    ...room,
    too_late: peopleTooLate({ people: texted, segments, segmentsPerSecond, carrier, ...room }),
    carrier_days: carrierDays(segments, carrier),
    carrier_limit: carrier?.daily_limit ?? 0,
    is_registered: registration && !maySendMarketing(registration) ? (0 as const) : (1 as const),
  };
}

type SegmentCounter = (person: AudiencePerson) => number;

/** Texts without variables are all alike, and counted once. */
function segmentCounter(
  { campaign_template }: PreviewBody,
  company: Awaited<ReturnType<typeof companyValues>>,
): SegmentCounter {
  const count = (person: { first_name: string; last_name: string }) =>
    marketingSegments(campaign_template, valuesFor(person, company)).count;
  if (hasVariables(campaign_template)) return count;
  const same = count({ first_name: "", last_name: "" });
  return () => same;
}

/** People looked at in one statement, and for one page. */
const pageBlockSize = 2_000;
const maxBlocks = 10;

/**
 * A page of those whom one reason leaves out, by the sender's own rules. Nobody is counted and nothing is kept: the next
 * page goes on where this one ended.
 */
export async function peopleLeftOut(
  context: StaffContext,
  body: BodyOf<typeof campaignPreview.leftOut>,
): Promise<DataOf<typeof campaignPreview.leftOut>> {
  const { db, scope } = context;
  if (!skipReasons.some((reason) => reason === body.reason)) throw invalidField("reason", "Choose a reason");
  const choice = await checkedChoice(context, body);
  const plan = await textPlanOf(context, body);
  const phones = new Set<string>();
  const people: DataOf<typeof campaignPreview.leftOut>["people"] = [];
  let after = body.after ?? 0;
  for (let block = 0; block < maxBlocks; block += 1) {
    const found = await nextOfAudience(db, scope, choice, after, pageBlockSize);
    const facts = await readFacts(db, textFactsQuery(context, body), found);
    for (const [index, person] of found.entries()) {
      const { id: customer_id, first_name, last_name, phone } = person;
      const known = { facts: facts.get(customer_id), isDuplicate: phones.has(phone), n: index + 1 };
      const { reason } = planPerson(plan, person, { ...known, includesUnknown: body.include_unknown === 1 });
      phones.add(phone);
      after = customer_id;
      if (reason !== body.reason) continue;
      people.push({ customer_id, first_name, last_name, phone });
      if (people.length === maxPeopleShown) return { people, next_after: after };
    }
    if (found.length < pageBlockSize) return { people, next_after: null };
  }
  return { people, next_after: after };
}

interface PersonInPreview {
  readonly facts: Parameters<typeof planFor>[2]["facts"];
  /** The owner confirms the imported people without consent on file, too. */
  readonly includesUnknown: boolean;
  readonly isDuplicate: boolean;
  /** The person's number in the audience, from 1. */
  readonly n: number;
}

/** True for somebody imported without consent on file, whom only the owner may include. */
const isUnknown = ({ consent, upload_id }: AudiencePerson) => consent === "unknown" && upload_id !== null;

/** What the sender would do about a person if the campaign were sent like this. The sender confirms the rest before that. */
function planPerson(plan: Plan, person: AudiencePerson, { includesUnknown, ...known }: PersonInPreview) {
  const isConfirmed = person.consent === "unknown" && (!isUnknown(person) || includesUnknown);
  return planFor(plan, person, { ...known, consent: isConfirmed ? "attested" : person.consent });
}
