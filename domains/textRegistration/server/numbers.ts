import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { kindOfPhone } from "#core/phone.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { NumberRegistration } from "#domains/locations/contract.ts";
import { type RegisteredNumber, registeredNumbers, setNumberRegistration } from "#domains/locations/server/public.ts";
import { recordEvent } from "./news.ts";
import type { RegistrationKey, RegistrationRow } from "./store.ts";

const notRegistered = (numbers: readonly RegisteredNumber[]) =>
  numbers.filter(
    ({ number, provider_sid, registration }) =>
      provider_sid !== null &&
      kindOfPhone(number) !== "toll_free" &&
      !["not_needed", "registered"].includes(registration),
  );

/** The local numbers that may still join; not those that the carrier refused. */
export const joiningNumbers = (numbers: readonly RegisteredNumber[]): readonly RegisteredNumber[] =>
  notRegistered(numbers).filter(({ registration }) => registration !== "rejected");

/**
 * A local number that isn't registered yet, and that this round of looks hasn't asked about. Those that were refused are
 * tried again when no other is joining: rounds are a day apart then.
 */
export function nextNumber(
  numbers: readonly RegisteredNumber[],
  looked: readonly string[],
): RegisteredNumber | undefined {
  const joining = joiningNumbers(numbers);
  const tried = joining.length > 0 ? joining : notRegistered(numbers);
  return tried.find(
    ({ number, registration }) => !looked.includes(`${registration === "pending" ? "number" : "join"} ${number}`),
  );
}

/** What carriers no longer deliver, although it was registered. */
export async function holdNumbers(
  unit: UnitOfWork,
  { dealer_id }: RegistrationKey,
  row: Pick<RegistrationRow, "kind" | "number">,
  registration: "rejected" | "suspended",
): Promise<void> {
  for (const { number, registration: before } of await registeredNumbers(unit.db, dealer_id)) {
    const isTollFree = kindOfPhone(number) === "toll_free";
    const isMeant = row.kind === "toll_free" ? number === row.number : !isTollFree;
    if (isMeant && ["registered", "pending"].includes(before))
      unit.enqueue(numberChangedJob, { dealer_id, number, registration });
  }
}

/** Numbers are the platform's rows, so that their state changes in a transaction of its own. */
export const numberChangedJob = job(
  "textRegistration.numberChanged",
  z.object({
    dealer_id: z.number(),
    number: z.string(),
    registration: z.enum(["registered", "rejected", "suspended", "missing", "pending"]),
  }),
  { retries: 8, retryDelay: 5 },
);

const numberEvents: Partial<Record<NumberRegistration, string>> = {
  pending: "joined",
  registered: "registered",
  missing: "missing",
  suspended: "suspended",
  rejected: "refused",
};

interface NumberChange {
  readonly dealer_id: number;
  readonly number: string;
  readonly registration: NumberRegistration;
  /** How it was when the carrier was asked: another look may have moved it on meanwhile. */
  readonly from?: NumberRegistration;
}

export async function changeNumber(
  { within }: Pick<Server, "within">,
  { dealer_id, number, registration, from }: NumberChange,
): Promise<void> {
  await within.cellOf({ dealer_id }, "a number's registration", async (unit) => {
    if (!(await setNumberRegistration(unit, { dealer_id, number, from }, registration, unit.now()))) return;
    const what = numberEvents[registration] ?? registration;
    await recordEvent(unit, { dealer_id }, { kind: "number", what, number });
  });
}

export const numberWorkers = [worker(numberChangedJob, changeNumber)];
