import { worker } from "#core/server/domainManifest.ts";
import { recoverPurchasesJob, settlePurchaseJob } from "./jobs.ts";
import { recoverPurchases } from "./recoverPurchases.ts";
import { settlePurchase } from "./settlePurchase.ts";

export const clientWorkers = [
  worker(settlePurchaseJob, settlePurchase),
  worker(recoverPurchasesJob, recoverPurchases, { schedule: "* * * * *", atStart: recoverPurchases }),
];
