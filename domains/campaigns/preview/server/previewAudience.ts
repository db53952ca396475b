import type { BodyOf, DataOf } from "#core/call.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { hasVariables } from "#core/variables.ts";
import { marketingSegments } from "#domains/marketing/content/rules.ts";
import { type SkipReason, skipReasons, skipReasonTexts } from "#domains/marketing/gate/rules.ts";
import { dailyRoom } from "#domains/quotas/server/public.ts";
import {
  type AudienceFacts,
  type AudiencePerson,
  companyValues,
  nextOfAudience,
  type Plan,
  readFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import { peopleTooLate } from "../../rules.ts";
import { checkedChoice } from "../../text/server/public.ts";
import { type campaignPreview, maxPeopleShown, type PersonLeftOut } from "../contract.ts";
import { factsQuery, planOf } from "./planOf.ts";
import { isUnknown, planPerson } from "./planPerson.ts";
import { ZoneCount, type ZoneCounted } from "./zoneCount.ts";

type PreviewBody = BodyOf<typeof campaignPreview.audience>;

const blockSize = 5_000;

/** Goes through the whole audience by the sender's own rules, and writes nothing. */
export async function previewAudience(context: StaffContext, body: PreviewBody) {
  const { db, scope, ports } = context;
  const choice = await checkedChoice(context, body);
  const plan = await planOf(context, body);
  const counted = new AudienceCount(plan, body, segmentCounter(body, await companyValues(db, scope)));
  for (let after = 0; ; ) {
    const people = await nextOfAudience(db, scope, choice, after, blockSize);
    const facts = await readFacts(db, factsQuery(context, body), people);
    for (const person of people) counted.add(person, facts.get(person.id));
    const last = people.at(-1);
    if (!last) break;
    after = last.id;
  }
  const { segmentsPerSecond } = ports.sms;
  const { segments } = counted;
  const result = counted.result();
  const room = await dailyRoom(context, scope.dealer_id, "texts");
  return {
    ...result,
    minutes: Math.ceil(segments / segmentsPerSecond / 60),
    ...room,
    too_late: peopleTooLate({ people: result.texted, segments, segmentsPerSecond, ...room }),
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

/** The sums of a preview, person by person. */
class AudienceCount {
  readonly #plan: Plan;
  readonly #includesUnknown: boolean;
  readonly #segmentsOf: SegmentCounter;
  readonly #phones = new Set<string>();
  readonly #reasons = new Map<SkipReason, number>();
  readonly #leftOut = new Map<SkipReason, PersonLeftOut[]>();
  readonly #zones = new ZoneCount();
  #people = 0;
  #texted = 0;
  #waiting = 0;
  #unknown = 0;
  #lastDue: Date | undefined;
  segments = 0;

  constructor(plan: Plan, { include_unknown }: PreviewBody, segmentsFor: SegmentCounter) {
    this.#plan = plan;
    this.#includesUnknown = include_unknown === 1;
    this.#segmentsOf = segmentsFor;
  }

  add(person: AudiencePerson, facts: AudienceFacts | undefined): void {
    this.#people += 1;
    if (isUnknown(person)) this.#unknown += 1;
    const isDuplicate = this.#phones.has(person.phone);
    const known = { facts, includesUnknown: this.#includesUnknown, isDuplicate, n: this.#people };
    const { reason, due_at, zones, is_guess } = planPerson(this.#plan, person, known);
    if (reason !== "duplicate") this.#phones.add(person.phone);
    if (reason !== "") {
      this.#leaveOut(reason, person);
      return;
    }
    this.#texted += 1;
    this.segments += this.#segmentsOf(person);
    if (due_at > this.#plan.starts_at) this.#waiting += 1;
    this.#zones.add(zones, is_guess, due_at);
    if (!this.#lastDue || due_at > this.#lastDue) this.#lastDue = due_at;
  }

  #leaveOut(reason: SkipReason, { id, first_name, last_name, phone }: AudiencePerson): void {
    this.#reasons.set(reason, (this.#reasons.get(reason) ?? 0) + 1);
    const people = this.#leftOut.get(reason) ?? [];
    if (people.length < maxPeopleShown) people.push({ customer_id: id, first_name, last_name, phone });
    this.#leftOut.set(reason, people);
  }

  result(): Omit<
    DataOf<typeof campaignPreview.audience>,
    "minutes" | "price" | "left_today" | "daily_limit" | "too_late" | "starts_at" | "last_due_at" | "zones"
  > & {
    zones: ZoneCounted[];
    starts_at: Date;
    last_due_at: Date | null;
  } {
    const reasons = skipReasons.flatMap((reason) => {
      const count = this.#reasons.get(reason) ?? 0;
      return count === 0
        ? []
        : [{ reason, text: skipReasonTexts[reason], count, people: this.#leftOut.get(reason) ?? [] }];
    });
    return {
      audience: this.#people,
      texted: this.#texted,
      waiting: this.#waiting,
      segments: this.segments,
      starts_at: this.#plan.starts_at,
      last_due_at: this.#lastDue ?? null,
      zones: this.#zones.result(),
      unknown_consent: this.#unknown,
      reasons,
    };
  }
}
