import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import { parkedDays } from "#domains/locations/callSettings/rules.ts";
import { letNumberGo, type ParkedNumber, parkedBefore } from "#domains/locations/server/public.ts";
import { releasePurchases } from "./store.ts";

/** Gives the carrier back the numbers whose time in parking is over. */
export const giveBackNumbersJob = job("numberShop.giveBackNumbers", z.object({}), { retries: 0 });

/** Gives the carrier back the numbers that were parked long enough. One that can't be released now is tried again. */
export async function giveBackNumbers(server: Server): Promise<void> {
  const due = await server.within.eachCell("parked numbers", ({ db, now }) =>
    parkedBefore(db, new Date(now().getTime() - parkedDays * 86_400_000)),
  );
  for (const parked of due.flat()) await giveBack(server, parked);
}

/** The carrier first: a number that we no longer know but still pay for would never be found again. */
async function giveBack({ within, ports, log }: Server, parked: ParkedNumber): Promise<void> {
  const { dealer_id, id, number, provider_sid } = parked;
  try {
    if (provider_sid) await ports.sms.numbers.release(provider_sid);
  } catch (error) {
    log.error({ err: error, dealer_id, id }, "a parked number could not be given back yet");
    return;
  }
  await within.cellOf({ dealer_id }, "give a parked number back", async (unit) => {
    if (!(await letNumberGo(unit.db, parked))) return;
    await releasePurchases(unit.db, dealer_id, number);
    const detail = { number };
    await unit.audit({ action: "was given back", subject: "tracking number", subject_id: id, detail, dealer_id });
  });
}

export const numberShopWorkers = [worker(giveBackNumbersJob, giveBackNumbers, { schedule: "23 * * * *" })];
