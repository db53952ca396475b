import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { Id } from "#core/words.ts";

/** Finds out what became of a purchase, and ends it: assigned, given back, or not bought. */
export const settlePurchaseJob = job("clients.settlePurchase", z.object({ dealer_id: Id, id: Id }), { retries: 8 });

/** Takes up purchases that a process which died has left behind. */
export const recoverPurchasesJob = job("clients.recoverPurchases", z.object({}), { retries: 0 });
