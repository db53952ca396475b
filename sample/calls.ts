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

/** What each ad costs a month, in cents; nobody pays for the website. */
const ads = [
  { source: "Google", weight: 4, cents: 128_000 },
  { source: "Website", weight: 3, cents: undefined },
  { source: "Facebook", weight: 2, cents: 45_000 },
];
const mainNumber = { source: "", number: "" };

/** Adds a tracking number for each ad, the calls that came through them and through the main number, and what the ads cost. */
export async function addCalls(
  unit: UnitOfWork,
  { dealer_id, locations }: SeededDealership,
  conversations: readonly PlannedConversation[],
  ids: ReadonlyMap<string, number>,
  now: Date,
): Promise<void> {
  const chats = await unit.db
    .selectFrom("chats")
    .where("dealer_id", "=", dealer_id)
    .select(["id", "customer_id"])
    .execute();
  const chatIds = new Map(chats.map(({ id, customer_id }) => [customer_id, id]));
  for (const [index, location] of locations.entries()) {
    // Numbers of their own, so that everything else of the sample stays what it was.
    const random = randomFrom(20_261_200 + index);
    const tracked = await addNumbers(unit, dealer_id, location, now);
    const weighted = ads.flatMap(({ weight }, at) => Array.from({ length: weight }, () => tracked[at] ?? mainNumber));
    const callers = conversations
      .filter((conversation) => conversation.location.location_id === location.location_id)
      .map(({ customer: { phone } }) => ({ phone, customer_id: ids.get(phone) ?? null }))
      .map((caller) => ({ ...caller, chat_id: chatIds.get(caller.customer_id ?? 0) ?? null }));
    const calls = Array.from({ length: sizes[index] ?? 0 }, (_, nth) => {
      const { phone, customer_id, chat_id } = random.pick(callers);
      const { source, number } = random.chance(80) ? random.pick(weighted) : mainNumber;
      const outcome = random.chance(8) ? placed(random, location, phone) : received(random, phone);
      // Missed ones are old enough for nobody to expect a call back.
      const least = outcome.state === "answered" ? 5 : week;
      const started_at = businessMinutesBefore(now, random.between(least, weeks), location.zone);
      const sid = `CA${dealer_id}-${location.location_id}-${nth}`;
      const { seconds, isAnswered, ...call } = outcome;
      return {
        dealer_id,
        location_id: location.location_id,
        chat_id,
        customer_id,
        sid,
        to_number: number || location.number,
        source: call.direction === "incoming" ? source : "",
        recording_consent: 0,
        started_at,
        answered_at: isAnswered ? new Date(started_at.getTime() + 9_000) : null,
        ended_at: new Date(started_at.getTime() + (seconds + 9) * 1_000),
        duration: isAnswered ? seconds : null,
        ...call,
      };
    });
    // Two of three are called back within two hours.
    const back = calls.flatMap((call, nth) => {
      if (call.state !== "missed" || nth % 3 === 0) return [];
      const { seconds, isAnswered: _, ...own } = placed(random, location, call.from_number);
      const started_at = new Date(call.started_at.getTime() + random.between(9, 110) * minute);
      const answered_at = new Date(started_at.getTime() + 9_000);
      const ended_at = new Date(answered_at.getTime() + seconds * 1_000);
      const times = { started_at, answered_at, ended_at, duration: seconds };
      return [{ ...call, ...own, ...times, sid: `${call.sid}-back`, to_number: call.from_number, source: "" }];
    });
    await unit.db
      .insertInto("calls")
      .values([...calls, ...back])
      .execute();
  }
}

/** A customer's call: most are answered, some reach nobody, and some are given up at once. */
function received(random: Random, phone: string) {
  const call = { direction: "incoming", from_number: phone };
  if (random.chance(82)) {
    return { ...call, state: "answered", dialed: "bridged", isAnswered: true, seconds: random.between(25, 760) };
  }
  const seconds = random.chance(40) ? -4 : 24;
  return { ...call, state: "missed", dialed: "unanswered", isAnswered: false, seconds };
}

/** A member's call to a customer. */
function placed(random: Random, { number, writers }: SeededLocation, phone: string) {
  const call = { direction: "outgoing", from_number: number, to_number: phone, user_id: random.pick(writers).user_id };
  return { ...call, state: "answered", dialed: "bridged", isAnswered: true, seconds: random.between(40, 420) };
}

async function addNumbers({ db }: UnitOfWork, dealer_id: number, location: SeededLocation, now: Date) {
  const { location_id, number: main, writers, zone } = location;
  const [requested_by] = writers.map(({ user_id }) => user_id);
  if (requested_by === undefined) throw new Error("A location without members");
  // The main number ends in 0100.
  const numbers = ads.map(({ source }, at) => ({ source, number: main.slice(0, -1) + (at + 1) }));
  await db
    .insertInto("phone_numbers")
    .values(numbers.map(({ number }) => ({ dealer_id, location_id, number, kind: "tracking", provider: "simulator" })))
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
  return numbers;
}
