import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

/** Checks a purchase with the carrier and ends it: assigned, released, or not bought. */
export const settlePurchaseJob = job("clients.settlePurchase", z.object({ dealer_id: Id, id: Id }), { retries: 8 });

/** Recovers purchases that a dead process left open. */
export const recoverPurchasesJob = job("clients.recoverPurchases", z.object({}), { retries: 0 });
