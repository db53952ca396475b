import type { StaffContext } from "#core/server/serve.ts";
import { addToList, createList } from "#domains/lists/server/public.ts";

const blockSize = 5_000;

/** Makes a list of a campaign's people for another campaign. @returns no list when there is nobody. */
export async function listPeople(context: StaffContext, title: string, customer_ids: readonly number[]) {
  const { db, scope } = context;
  if (customer_ids.length === 0) return { list_id: null, people: 0 };
  const list_id = await createNamedList(context, title.slice(0, 240));
  let people = 0;
  for (let start = 0; start < customer_ids.length; start += blockSize) {
    people += (await addToList(db, scope, list_id, customer_ids.slice(start, start + blockSize))) ?? 0;
  }
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
