import { sql } from "kysely";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { monthAt, monthLater } from "#domains/tracking/sources/rules.ts";
import { businessMinutesBefore } from "./businessHours.ts";
import type { PlannedConversation } from "./planConversations.ts";
import { type Random, randomFrom } from "./random.ts";
import type { SeededDealership, SeededLocation } from "./staff.ts";

/** By location: calls of five weeks. */
const sizes = [150, 60];
/** Five weeks of open hours, in minutes; and one of them. */
const weeks = 21_000;
const week = 4_200;
const minute = 60_000;
/** A call and the one back are over by then. */
const later = 75 * minute;

/** What each ad costs a month, in cents; nobody pays for the website. */
const ads = [
  { source: "Google", weight: 4, cents: 128_000 },
  { source: "Website", weight: 3, cents: undefined },
  { source: "Facebook", weight: 2, cents: 45_000 },
];
const mainNumber = { source: "", number: "" };

/** A call, before it and the message about it have their rows. */
export interface SampleCall {
  readonly location: SeededLocation;
  readonly conversation: PlannedConversation;
  /** The carrier's id. */
  readonly sid: string;
  readonly direction: "incoming" | "outgoing";
  readonly from_number: string;
  readonly to_number: string;
  readonly source: string;
  readonly state: "answered" | "missed";
  readonly dialed: string;
  readonly user_id: number | null;
  readonly started_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date;
  /** In seconds. */
  readonly duration: number | null;
}

/** Plans the calls that came through each ad's number and the main one. Each comes before its conversation's last exchange. */
export function planCalls(
  { dealer_id, locations }: SeededDealership,
  conversations: readonly PlannedConversation[],
  now: Date,
): SampleCall[] {
  return locations.flatMap((location, index) => {
    // Numbers of their own, so that everything else of the sample stays what it was.
    const random = randomFrom(20_261_200 + index);
    const tracked = trackedNumbers(location);
    const weighted = ads.flatMap(({ weight }, at) => Array.from({ length: weight }, () => tracked[at] ?? mainNumber));
    const here = conversations.filter((one) => one.location.location_id === location.location_id);
    const calls = Array.from({ length: sizes[index] ?? 0 }, (_, nth): SampleCall[] => {
      const { source, number } = random.chance(80) ? random.pick(weighted) : mainNumber;
      const isPlaced = random.chance(8);
      const isMissed = !isPlaced && !random.chance(82);
      // Missed ones are old enough for nobody to expect a call back.
      const started_at = businessMinutesBefore(now, random.between(isMissed ? week : 5, weeks), location.zone);
      const callers = here.filter((one) => lastExchange(one) > started_at.getTime() + later);
      if (callers.length === 0) return [];
      const conversation = random.pick(callers);
      const { phone } = conversation.customer;
      const made = { location, conversation, sid: `CA${dealer_id}-${location.location_id}-${nth}`, started_at };
      if (isPlaced) return [{ ...made, ...placed(random, location, phone, started_at) }];
      const seconds = isMissed ? (random.chance(40) ? -4 : 24) : random.between(25, 760);
      const call: SampleCall = {
        ...made,
        direction: "incoming",
        from_number: phone,
        to_number: number || location.number,
        source,
        state: isMissed ? "missed" : "answered",
        dialed: isMissed ? "unanswered" : "bridged",
        user_id: null,
        answered_at: isMissed ? null : secondsAfter(started_at, 9),
        ended_at: secondsAfter(started_at, seconds + 9),
        duration: isMissed ? null : seconds,
      };
      // Two of three are called back within the hour, if the location is still open then.
      if (!isMissed || nth % 3 === 0) return [call];
      const back_at = new Date(started_at.getTime() + random.between(9, 55) * minute);
      if (businessMinutesBefore(back_at, 0, location.zone) < back_at) return [call];
      const back = {
        ...made,
        sid: `${made.sid}-back`,
        started_at: back_at,
        ...placed(random, location, phone, back_at),
      };
      return [call, back];
    });
    return calls.flat();
  });
}

/** From then on only one of the two wrote: a call before leaves nobody waiting, and isn't the chat's latest news. */
function lastExchange({ messages }: PlannedConversation): number {
  const lastOf = (who: string) => messages.findLast(({ from }) => from === who)?.at.getTime() ?? 0;
  return Math.min(lastOf("staff"), lastOf("customer"));
}

const secondsAfter = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1_000);

/** Adds a tracking number for each ad, the planned calls, and what the ads cost. */
export async function addCalls(
  unit: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  planned: readonly SampleCall[],
  ids: ReadonlyMap<string, number>,
  /** The messages about them, by the carrier's id. */
  messages: ReadonlyMap<string, { readonly id: number; readonly chat_id: number }>,
  now: Date,
): Promise<void> {
  for (const location of locations) await addNumbers(unit, dealer_id, location, now);
  const rows = planned.map(({ location, conversation, ...call }) => {
    const message = messages.get(call.sid);
    return {
      dealer_id,
      location_id: location.location_id,
      chat_id: message?.chat_id ?? null,
      message_id: message?.id ?? null,
      customer_id: ids.get(conversation.customer.phone) ?? null,
      recording_consent: 0,
      ...call,
    };
  });
  await unit.db.insertInto("calls").values(rows).execute();
}

/** A member's call to a customer, who took it. */
function placed(random: Random, { number, writers }: SeededLocation, phone: string, started_at: Date) {
  const user_id = random.pick(writers).user_id;
  const duration = random.between(40, 420);
  const answered_at = secondsAfter(started_at, 9);
  const times = { answered_at, ended_at: secondsAfter(answered_at, duration), duration };
  const call = { direction: "outgoing", from_number: number, to_number: phone, source: "", user_id } as const;
  return { ...call, state: "answered", dialed: "bridged", ...times } as const;
}

/** The main number ends in 0100. */
const trackedNumbers = ({ number }: SeededLocation) =>
  ads.map(({ source }, at) => ({ source, number: number.slice(0, -1) + (at + 1) }));

const trackedNumber = { kind: "tracking", provider: "simulator", registration: "registered" };

async function addNumbers({ db }: UnitOfWork, dealer_id: number, location: SeededLocation, now: Date) {
  const { location_id, number: main, writers, zone } = location;
  const [requested_by] = writers.map(({ user_id }) => user_id);
  if (requested_by === undefined) throw new Error("A location without members");
  const numbers = trackedNumbers(location);
  await db
    .insertInto("phone_numbers")
    .values(numbers.map(({ number }) => ({ dealer_id, location_id, number, ...trackedNumber })))
    .execute();
  const bought = { dealer_id, location_id, area_code: main.slice(2, 5), state: "active", requested_by };
  await db
    .insertInto("tracking_numbers")
    .values(numbers.map((one) => ({ ...bought, ...one, requested_at: now, settled_at: now })))
    .execute();
  const month = monthAt(now, zone);
  const spend = [month, monthLater(month, -1)].flatMap((name) =>
    ads.flatMap(({ source, cents }) => {
      const first = sql<Date>`${`${name}-01`}::date`;
      return cents === undefined ? [] : [{ dealer_id, location_id, source, cents, month: first }];
    }),
  );
  await db.insertInto("source_spend").values(spend).execute();
}
