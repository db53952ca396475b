import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { inboxEvents } from "#domains/inbox/contract.ts";
import {
  assignNumber,
  ensurePlatformLocation,
  locationFacts,
  locationOfNumber,
  locationsWithoutNumber,
  registeredNumbers,
  setNumberRegistration,
  setNumberSid,
} from "#domains/locations/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { insertRegistrationEvent, locationTitles } from "../../server/store.ts";

interface NumberAtCarrier {
  readonly dealer_id: number;
  readonly location_id: number;
  /** E.164 */
  readonly number: string;
}

type Context = Pick<Deps, "within" | "ports" | "origin" | "log">;

/**
 * Gives a location a number that the platform's account at the carrier has already, and notes whether carriers deliver
 * what it sends. The carrier is asked outside of transactions; the number must still be free afterwards.
 */
export async function addOwnedNumber(context: Context, wanted: NumberAtCarrier) {
  const { within, ports, origin, log } = context;
  const { dealer_id, number, location_id } = wanted;
  await within.cellOf(wanted, "a number at the carrier", (unit) => requireFree(unit, wanted));
  const owned = await ports.sms.numbers.checkOwnership(number);
  if (owned.kind === "not ours")
    throw invalidField("number", `This number isn’t in your ${carrierName(ports.sms.provider)} account.`);
  if (owned.kind === "unclear")
    throw new Failure("unavailable", "The carrier can’t be reached. Try again in a minute.");
  // Before it is in use: a number whose texts arrive elsewhere would miss a STOP.
  await ports.sms.numbers.takeOver(owned.sid, deadlineIn(ports.clock)).catch((failure: unknown) => {
    log.warn({ dealer_id, number_sid: owned.sid, err: failure }, "a number could not be routed here");
    throw new Failure("unavailable", "The carrier couldn’t route this number to Rooftop. Try again in a minute.");
  });
  const registration = await registrationAt(context, owned.sid, number);
  return within.cellOf(
    wanted,
    "a number at the carrier",
    async (unit) => {
      await requireFree(unit, wanted);
      const row = { ...wanted, provider: ports.sms.provider, provider_sid: owned.sid, registration };
      if (!(await assignNumber(unit.db, { ...row, sends_pictures: owned.mms ?? null }, unit.now()))) throw inUse();
      unit.publish(inboxEvents.numberAssigned, { location_id, number }, { dealer_id });
      unit.announce(locationFacts.numberAssigned, { dealer_id, location_id });
      if (registration === "registered") {
        const event = { dealer_id, kind: "number", what: "registered", number } as const;
        await insertRegistrationEvent(unit.db, event, unit.now());
      }
      const detail = { number, location_id, registration };
      const action = dealer_id === platformDealer ? "added" : "added as the operator";
      const entry = { action, subject: "phone number", subject_id: location_id, detail };
      await unit.audit({ ...entry, dealer_id });
      return { number, registration };
    },
    origin,
  );
}

/** Gives the platform its number, which the account at the carrier has already. */
export async function addPlatformNumber(context: Context, number: string) {
  const location_id = await context.within.control("the platform's number", async (unit) => {
    if ((await registeredNumbers(unit.db, platformDealer)).length > 0)
      throw new Failure("conflict", "Rooftop has its number already. Reload this page.");
    return ensurePlatformLocation(unit);
  });
  return addOwnedNumber(context, { dealer_id: platformDealer, location_id, number });
}

const inUse = () => invalidField("number", "This number is already in use.");
const carrierName = (provider: string) => (provider === "twilio" ? "Twilio" : "carrier");

/** Refuses a number that is in use, and a location that isn't the client's or has a number. */
async function requireFree({ db }: UnitOfWork, { dealer_id, location_id, number }: NumberAtCarrier): Promise<void> {
  if (!(await locationTitles(db, dealer_id)).has(location_id)) orNotFound(undefined);
  if (await locationOfNumber(db, number)) throw inUse();
  const free = await locationsWithoutNumber(db, dealer_id);
  if (!free.some(({ id }) => id === location_id))
    throw invalidField("location_id", "This location already has a number.");
}

/** Whether carriers deliver what a number of ours sends; as long as no one knows, it counts as missing. */
async function registrationAt({ ports }: Context, sid: string, number: string) {
  if (!ports.registrar) return "not_needed" as const;
  const seen = await ports.registrar.numberState(sid, number);
  return seen.kind === "seen" && seen.state === "registered" ? ("registered" as const) : ("missing" as const);
}

/**
 * The platform's number is older than its registration: finds what the carrier calls it, and whether it must be
 * registered. Nothing changes while the carrier can't be reached.
 */
export async function findPlatformNumber(context: Context): Promise<void> {
  const { within, ports, origin } = context;
  const numbers = await within.control.read("the platform's number", (db) => registeredNumbers(db, platformDealer));
  for (const { number, provider_sid, registration } of numbers) {
    if (provider_sid !== null) continue;
    const owned = await ports.sms.numbers.checkOwnership(number);
    if (owned.kind !== "ours") continue;
    const state = await registrationAt(context, owned.sid, number);
    await within.control(
      "the platform's number",
      async (unit) => {
        const key = { dealer_id: platformDealer, number };
        await setNumberSid(unit.db, key, owned.sid);
        if (registration === "not_needed" || registration === "missing")
          await setNumberRegistration(unit, key, state, unit.now());
      },
      origin,
    );
  }
}
