import type { Db } from "#core/server/unitOfWork.ts";
import { phoneProblemsFor } from "#domains/locations/countries/server/public.ts";
import {
  locateRecipient,
  type MarketingFacts,
  mayMarket,
  type QuietHoursRule,
  type SkipReason,
} from "#domains/marketing/rules/rules.ts";
import { dueTime, type Schedule } from "../../rules.ts";
import { type CustomerOfAudience, type EarlierText, earlierTexts } from "./store.ts";

const missingFacts: AudienceFacts = {
  isRemoved: true,
  isTextable: false,
  consent: "unknown",
  isUnanswered: false,
  isRecent: false,
  textsInDay: 0,
};

/** When a campaign goes, and by which rules. */
export interface Plan {
  readonly schedule: Schedule;
  readonly starts_at: Date;
  readonly ends_by: Date;
  readonly now: Date;
  readonly rules: readonly QuietHoursRule[];
}

interface PersonInPlan {
  /** Undefined for somebody who no longer exists. */
  readonly facts: AudienceFacts | undefined;
  /** With what the sender confirmed. */
  readonly consent: AudienceFacts["consent"];
  /** Somebody before them in the audience has the phone. */
  readonly isDuplicate: boolean;
  /** The person's number in the audience, from 1. */
  readonly n: number;
}

/** When and where somebody is to get the text, or why not. What only the hour decides is decided again at the claim. */
export function planFor(
  plan: Plan,
  { address, phone }: AudiencePerson,
  { facts = missingFacts, consent, isDuplicate, n }: PersonInPlan,
) {
  const area = locateRecipient({ time_zone: "", address, phone }, plan.schedule.zone);
  const due = dueTime(plan.schedule, plan.starts_at, area, n, plan.rules);
  const dueAt = due ?? plan.ends_by;
  const times = { dueAt, now: plan.now, endsBy: plan.ends_by };
  const decision = mayMarket({ ...facts, consent, isDuplicate, isCancelled: false, area, ...times }, plan.rules);
  // Texts of today count when it is their turn, not now.
  const reason: SkipReason | "" = decision.kind === "skip" && decision.reason !== "limit" ? decision.reason : "";
  return {
    zones: area.zones.join(" "),
    states: area.isGuess ? "" : area.states.join(" "),
    is_guess: area.isGuess,
    due_at: dueAt,
    state: reason === "" ? ("pending" as const) : ("skipped" as const),
    reason,
  };
}

const dayMs = 86_400_000;
/** A number that a carrier called dead stays out for so many days. */
const deadDays = 90;
const deadCodes = new Set(["21614", "30005", "30006"]);

/** One person of an audience. */
export type AudiencePerson = CustomerOfAudience;

/** What a phone's past says about another marketing text. */
export type AudienceFacts = Pick<
  MarketingFacts,
  "isRemoved" | "isTextable" | "consent" | "isUnanswered" | "isRecent" | "textsInDay"
>;

/** Whose past is asked about, and how far back it counts. */
export interface FactsQuery {
  readonly dealer_id: number;
  /** Undefined before the campaign exists. */
  readonly campaign_id: number | undefined;
  readonly exclude_days: number;
  readonly skip_unanswered: boolean;
  readonly now: Date;
}

/** Reads in one statement what decides about these people; those who are in no campaign yet included. */
export async function readFacts(db: Db, query: FactsQuery, people: readonly AudiencePerson[]) {
  const days = Math.max(deadDays, query.exclude_days);
  const since = new Date(query.now.getTime() - days * dayMs);
  const texts = await earlierTexts(
    db,
    query.dealer_id,
    people.map(({ phone }) => phone),
    since,
    query.campaign_id,
  );
  const problemOf = await phoneProblemsFor(
    db,
    query.dealer_id,
    people.map(({ phone }) => phone),
  );
  return withFacts(query, people, texts, (phone) => problemOf(phone) === undefined);
}

/** The facts of each person by customer id. */
function withFacts(
  { campaign_id, exclude_days, skip_unanswered, now }: FactsQuery,
  people: readonly AudiencePerson[],
  texts: readonly EarlierText[],
  isReachable: (phone: string) => boolean,
): Map<number, AudienceFacts> {
  const byPhone = Map.groupBy(texts, ({ address }) => address);
  const isWithin = (days: number) => (text: EarlierText) => now.getTime() - text.handed_at.getTime() < days * dayMs;
  return new Map(
    people.map((person) => {
      const earlier = byPhone.get(person.phone) ?? [];
      const received = earlier.filter(({ isRefused }) => !isRefused);
      const isDead = earlier.some((text) => deadCodes.has(text.error_code) && isWithin(deadDays)(text));
      const facts: AudienceFacts = {
        isRemoved: person.isRemoved,
        isTextable: isReachable(person.phone) && !isDead,
        consent: person.consent,
        isUnanswered: skip_unanswered && person.isWaiting,
        isRecent: received.some((text) => text.campaign_id !== campaign_id && isWithin(exclude_days)(text)),
        textsInDay: received.filter(isWithin(1)).length,
      };
      return [person.id, facts] as const;
    }),
  );
}
