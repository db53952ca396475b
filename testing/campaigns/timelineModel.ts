import { phoneProblem } from "#core/phone.ts";
import type { TakenText } from "./timelineCarrier.ts";
import { isWithinHours, type TimelinePlace } from "./timelinePlaces.ts";

const dayMs = 86_400_000;

/** Somebody as the model knows them. */
export interface ModelPerson {
  id: number;
  readonly phone: string;
  /** Where they are, and where they may be since a merge. */
  readonly places: TimelinePlace[];
  /** Imported, and nobody ever said that they agreed. */
  isUnknown: boolean;
}

export interface ModelCampaign {
  readonly id: number;
  readonly excludeDays: number;
}

interface ModelOfText {
  readonly person: ModelPerson | undefined;
  readonly campaign: ModelCampaign | undefined;
  readonly isBlocked: boolean;
  /** What their phone got so far. */
  readonly before: readonly TakenText[];
  /** Where the location has been. */
  readonly locationZones: readonly string[];
  readonly now: number;
}

/** What is wrong with a text by the law and people's words, at the moment at which it arrives at the carrier. */
export function problemsOf(model: ModelOfText): string[] {
  const { person, campaign, isBlocked, before, locationZones, now } = model;
  if (!person || !campaign) return ["is nobody's"];
  const since = (days: number) => before.filter(({ at }) => now - at < days * dayMs).length;
  const isAllowed = person.places.some((place) => {
    if (place.zones.length > 0) return isWithinHours(place, now);
    return locationZones.some((zone) => isWithinHours(place, now, [zone]));
  });
  const checks: readonly (readonly [problem: string, isWrong: boolean])[] = [
    ["after a STOP", isBlocked],
    ["without consent", person.isUnknown],
    ["at a number that can't be texted", phoneProblem(person.phone) !== undefined],
    [`at ${new Date(now).toISOString()}, outside of their hours`, !isAllowed],
    ["for the second time", before.some(({ campaign_id }) => campaign_id === campaign.id)],
    ["so soon after another one", campaign.excludeDays > 0 && since(campaign.excludeDays) > 0],
    ["beyond the day's limit", since(1) >= Math.max(...person.places.map(({ limit }) => limit))],
  ];
  return checks.flatMap(([problem, isWrong]) => (isWrong ? [problem] : []));
}
