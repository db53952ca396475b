import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { lockCampaign } from "../../server/campaignStore.ts";
import { listPeople } from "../../server/listPeople.ts";
import { customersNotReached } from "./viewStore.ts";

/** Makes a list of the people whom another campaign could reach. @returns no list when there is nobody. */
export async function listNotReached(context: StaffContext, id: number) {
  const { db, scope, audit } = context;
  const { title } = orNotFound(await lockCampaign(db, scope, id));
  const customer_ids = await customersNotReached(db, { dealer_id: scope.dealer_id, campaign_id: id });
  const made = await listPeople(context, `Not reached: ${title}`, customer_ids);
  if (made.list_id !== null) {
    const { list_id } = made;
    const action = "listed who was not reached by";
    await audit({ action, subject: "text campaign", subject_id: id, detail: { list_id } });
  }
  return made;
}
