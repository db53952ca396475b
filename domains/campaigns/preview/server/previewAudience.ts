import type { BodyOf, DataOf } from "#core/call.ts";
import { invalidField, orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { hasVariables } from "#core/variables.ts";
import { parseZoneOption } from "#core/zoneOptions.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { marketingSegments } from "#domains/marketing/content/rules.ts";
import { type SkipReason, skipReasons, skipReasonTexts } from "#domains/marketing/gate/rules.ts";
import { quietHours } from "#domains/marketing/hours/server/public.ts";
import { leftToday } from "#domains/quotas/server/public.ts";
import {
  type AudiencePerson,
  companyValues,
  nextOfAudience,
  type Plan,
  planFor,
  readFacts,
  valuesFor,
} from "../../audience/server/public.ts";
import { scheduleTimes } from "../../rules.ts";
import { scheduleOf } from "../../server/campaignStore.ts";
import { checkedChoice } from "../../text/server/public.ts";
import { type campaignPreview, maxPeopleShown } from "../contract.ts";

type PreviewBody = BodyOf<typeof campaignPreview.audience>;

const blockSize = 5_000;

/** Goes through the whole audience by the sender's own rules, and writes nothing. */
export async function previewAudience(context: StaffContext, body: PreviewBody) {
  const { db, scope, now, ports } = context;
  const choice = await checkedChoice(context, body);
  const plan = await planOf(context, body);
  const counted = new AudienceCount(plan, body, segmentCounter(body, await companyValues(db, scope)));
  const exclude_days = body.campaign_exclude_days ?? 0;
  const skip_unanswered = body.skip_unanswered !== 0;
  const query = { dealer_id: scope.dealer_id, campaign_id: undefined, exclude_days, skip_unanswered };
  for (let after = 0; ; ) {
    const people = await nextOfAudience(db, scope, choice, after, blockSize);
    const facts = await readFacts(db, { ...query, now: now() }, people);
    for (const person of people) counted.add(person, facts.get(person.id));
    const last = people.at(-1);
    if (!last) break;
    after = last.id;
  }
  const minutes = Math.ceil(counted.segments / ports.sms.segmentsPerSecond / 60);
  return {
    ...counted.result(),
    minutes,
    left_today: await leftToday(context, scope.dealer_id, "texts"),
  };
}

async function planOf({ db, scope, now }: StaffContext, body: PreviewBody): Promise<Plan> {
  const zone = body.campaign_send_timezone === "" ? "" : parseZoneOption(body.campaign_send_timezone);
  if (zone === undefined) throw invalidField("campaign_send_timezone", "Choose a time zone from the list");
  const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
  const chosen = {
    send_option: body.campaign_send_option,
    wall_date: body.campaign_send_date === "" ? null : body.campaign_send_date,
    wall_minute: body.campaign_send_time,
    zone: zone === "" ? "" : zone.zone,
  };
  const schedule = scheduleOf(chosen, time_zone);
  return { schedule, ...scheduleTimes(schedule, now()), now: now(), rules: await quietHours(db) };
}

type PersonLeftOut = DataOf<typeof campaignPreview.audience>["reasons"][number]["people"][number];

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

  add(person: AudiencePerson, facts: Parameters<typeof planFor>[2]["facts"]): void {
    this.#people += 1;
    const isImported = person.consent === "unknown" && person.upload_id !== null;
    if (isImported) this.#unknown += 1;
    // The sender confirms the rest before anything is sent.
    const isConfirmed = person.consent === "unknown" && (!isImported || this.#includesUnknown);
    const consent = isConfirmed ? "attested" : person.consent;
    const isDuplicate = this.#phones.has(person.phone);
    const { reason, due_at } = planFor(this.#plan, person, { facts, consent, isDuplicate, n: this.#people });
    if (reason !== "duplicate") this.#phones.add(person.phone);
    if (reason !== "") {
      this.#leaveOut(reason, person);
      return;
    }
    this.#texted += 1;
    this.segments += this.#segmentsOf(person);
    if (due_at > this.#plan.starts_at) this.#waiting += 1;
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
    "minutes" | "price" | "left_today" | "starts_at" | "last_due_at"
  > & {
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
      unknown_consent: this.#unknown,
      reasons,
    };
  }
}
