import type { StaffContext } from "#core/server/serve.ts";
import { type SkipReason, skipReasons } from "#domains/marketing/rules/rules.ts";
import { type AudienceChoice, type AudiencePerson, nextOfAudience, type Plan } from "../../audience/server/public.ts";
import { scheduleTimes } from "../../rules.ts";
import type { CampaignDraft } from "../../text/contract.ts";
import { ownSchedule, scheduleFieldsOf } from "../../text/server/public.ts";
import { maxPeopleShown } from "../contract.ts";

/** When a campaign goes and whom it leaves out. */
export type WhenAndWhom = Parameters<typeof scheduleFieldsOf>[0] &
  Pick<CampaignDraft, "campaign_exclude_days" | "skip_unanswered">;

/** When a campaign with these fields would go, and by which hours. */
export async function planOf(context: StaffContext, body: WhenAndWhom, rules: Plan["rules"]): Promise<Plan> {
  const schedule = await ownSchedule(context, scheduleFieldsOf(body));
  const now = context.now();
  return { schedule, ...scheduleTimes(schedule, now), now, rules };
}

/** What has to be known about people before they can be planned. */
export function factsQuery({ scope, now }: StaffContext, body: WhenAndWhom, skip_unanswered: boolean) {
  const exclude_days = body.campaign_exclude_days ?? 0;
  return { dealer_id: scope.dealer_id, campaign_id: undefined, exclude_days, skip_unanswered, now: now() };
}

const blockSize = 5_000;

/** The people of an audience, 5,000 at a time. */
export async function* audienceBlocks(
  { db, scope }: StaffContext,
  choice: AudienceChoice,
): AsyncGenerator<readonly AudiencePerson[]> {
  for (let after = 0; ; ) {
    const people = await nextOfAudience(db, scope, choice, after, blockSize);
    yield people;
    const last = people.at(-1);
    if (!last) return;
    after = last.id;
  }
}

/** Counts an audience person by person: who gets the campaign and when, and who doesn't and why. */
export class AudienceCount<Shown> {
  readonly #starts_at: Date;
  readonly #reasons = new Map<SkipReason, { count: number; readonly people: Shown[] }>();
  #lastDue: Date | null = null;
  reached = 0;
  waiting = 0;

  constructor({ starts_at }: Plan) {
    this.#starts_at = starts_at;
  }

  reach(due_at: Date): void {
    this.reached += 1;
    if (due_at > this.#starts_at) this.waiting += 1;
    if (!this.#lastDue || due_at > this.#lastDue) this.#lastDue = due_at;
  }

  leaveOut(reason: SkipReason, person: Shown): void {
    const known = this.#reasons.get(reason) ?? { count: 0, people: [] };
    known.count += 1;
    if (known.people.length < maxPeopleShown) known.people.push(person);
    this.#reasons.set(reason, known);
  }

  /** The counts; `texts` are the reasons in words. */
  result(texts: Readonly<Record<SkipReason, string>>) {
    const reasons = skipReasons.flatMap((reason) => {
      const known = this.#reasons.get(reason);
      return known ? [{ reason, text: texts[reason], ...known }] : [];
    });
    const leftOut = reasons.reduce((sum, { count }) => sum + count, 0);
    return {
      audience: this.reached + leftOut,
      waiting: this.waiting,
      starts_at: this.#starts_at,
      last_due_at: this.#lastDue,
      reasons,
    };
  }
}
