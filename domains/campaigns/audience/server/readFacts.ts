import type { Db } from "#core/server/unitOfWork.ts";
import { phoneProblemsFor } from "#domains/locations/countries/server/public.ts";
import type { MarketingFacts } from "#domains/marketing/gate/rules.ts";
import type { CustomerOfAudience, EarlierText } from "./audienceStore.ts";
import { earlierTexts } from "./audienceStore.ts";

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
export function withFacts(
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
