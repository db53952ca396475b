import type { Scope } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Tag } from "../contract.ts";
import { tagMarkup } from "../rules.ts";
import { tagRowsOfCustomers } from "./store.ts";

export { allTags, findTag, tagsOfChat } from "./store.ts";

/** The tags of a customer's chat, as data and as markup. */
export interface CustomerTags {
  readonly tags: readonly Tag[];
  readonly user_tags: string;
}

const noTags: CustomerTags = { tags: [], user_tags: "" };

/** Loads the tags of many customers in one statement. @returns a lookup by customer id. */
export async function tagsOfCustomers(
  db: Db,
  scope: Scope,
  customer_ids: readonly number[],
): Promise<(customer_id: number) => CustomerTags> {
  if (customer_ids.length === 0) return () => noTags;
  const rows = Map.groupBy(await tagRowsOfCustomers(db, scope, customer_ids), ({ customer_id }) => customer_id);
  return (customer_id) => {
    const tags = rows.get(customer_id);
    return tags ? { tags, user_tags: tagMarkup(tags) } : noTags;
  };
}
