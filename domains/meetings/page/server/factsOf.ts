import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { businessAt } from "#domains/accounts/server/public.ts";
import { senderNumber } from "#domains/locations/server/public.ts";
import { opensBeforeMs, phaseOf, placeInWords, timeInWords, whenInWords } from "../../rules.ts";
import { addressOf, locationOfCancelled, type MeetingRow } from "../../server/store.ts";
import type { MeetingPageFacts } from "../rules.ts";

/** What a meeting's page says; undefined when nothing is left of the meeting. */
export async function factsOf(
  { db, now }: UnitOfWork,
  dealer_id: number,
  id: number,
  meeting: MeetingRow | undefined,
): Promise<MeetingPageFacts | undefined> {
  const location_id = meeting?.location_id ?? (await locationOfCancelled(db, dealer_id, id));
  const business = location_id === undefined ? undefined : await businessAt(db, dealer_id, location_id);
  if (location_id === undefined || !business) return undefined;
  const shared = { business: business.business_name, number: (await senderNumber(db, dealer_id, location_id)) ?? "" };
  if (!meeting) return { ...shared, ...cancelled };
  const { datetime, type, url, started_at } = meeting;
  const zone = business.time_zone;
  return {
    ...shared,
    type,
    when: whenInWords(datetime, zone),
    opens: timeInWords(new Date(datetime.getTime() - opensBeforeMs), zone),
    phase: phaseOf(meeting, now()),
    isOwnRoom: type === 1 && url === "",
    hasStarted: started_at !== null,
    startsInMs: datetime.getTime() - now().getTime(),
    address: type === 0 ? placeInWords(meeting.place, await addressOf(db, { dealer_id, location_id })) : "",
  };
}

const cancelled = {
  type: 0,
  when: "",
  opens: "",
  phase: "cancelled",
  isOwnRoom: false,
  hasStarted: false,
  startsInMs: 0,
  address: "",
} as const;
