import type { Server } from "#core/server/serve.ts";
import { recoverPurchasesJob, settlePurchaseJob } from "./jobs.ts";
import { recoverPurchases } from "./recoverPurchases.ts";
import { settlePurchase } from "./settlePurchase.ts";

export { periodStart } from "./store.ts";

/** Settles purchases of numbers in this process, and recovers those that an earlier one left open. */
export async function workClients(server: Server): Promise<void> {
  const { jobs } = server.ports;
  await jobs.work(settlePurchaseJob, (key) => settlePurchase(server, key));
  await jobs.work(recoverPurchasesJob, () => recoverPurchases(server));
  await jobs.schedule(recoverPurchasesJob, "* * * * *", {});
  await recoverPurchases(server);
}
