import { orNotFound } from "#core/failure.ts";
import type { StaffContext } from "#core/server/serve.ts";
import { addToList, createList } from "#domains/lists/server/public.ts";
import { lockCampaign } from "../../server/campaignStore.ts";
import { customersNotReached } from "./viewStore.ts";

const blockSize = 5_000;

/** Makes a list of the people whom another campaign could reach. @returns no list when there is nobody. */
export async function listNotReached(context: StaffContext, id: number) {
  const { db, scope, audit } = context;
  const { title } = orNotFound(await lockCampaign(db, scope, id));
  const customer_ids = await customersNotReached(db, { dealer_id: scope.dealer_id, campaign_id: id });
  if (customer_ids.length === 0) return { list_id: null, people: 0 };
  const list_id = await createNamedList(context, `Not reached: ${title}`.slice(0, 240));
  let people = 0;
  for (let start = 0; start < customer_ids.length; start += blockSize) {
    people += (await addToList(db, scope, list_id, customer_ids.slice(start, start + blockSize))) ?? 0;
  }
  await audit({
    action: "listed who was not reached by",
    subject: "text campaign",
    subject_id: id,
    detail: { list_id },
  });
  return { list_id, people };
}

/** A second list of the same name gets a number. */
async function createNamedList({ db, scope, who, now }: StaffContext, title: string): Promise<number> {
  const { dealer_id, location_id } = scope;
  for (let count = 1; ; count += 1) {
    const numbered = count === 1 ? title : `${title} (${count})`;
    const list = { dealer_id, location_id, title: numbered, created_by: who.user_id, created_on: now() };
    const list_id = await createList(db, list);
    if (list_id !== undefined) return list_id;
  }
}
