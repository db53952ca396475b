import type { Scope } from "#core/people.ts";
import type { Db } from "#core/server/unit.ts";
import type { Tag } from "../contract.ts";
import { tagMarkup } from "../rules.ts";
import { tagRowsOfCustomers } from "./store.ts";

export { allTags, tagBy, tagsOfChat } from "./store.ts";

/** What a customer's row shows of the tags of their chat. */
export interface CustomerTags {
  readonly tags: readonly Tag[];
  readonly user_tags: string;
}

const untagged: CustomerTags = { tags: [], user_tags: "" };

/** The tags of a page of the acting location's customers, as data and as markup, in one statement. */
export async function tagsOfCustomers(
  db: Db,
  scope: Scope,
  customer_ids: readonly number[],
): Promise<(customer_id: number) => CustomerTags> {
  if (customer_ids.length === 0) return () => untagged;
  const rows = Map.groupBy(await tagRowsOfCustomers(db, scope, customer_ids), ({ customer_id }) => customer_id);
  return (customer_id) => {
    const tags = rows.get(customer_id);
    return tags ? { tags, user_tags: tagMarkup(tags) } : untagged;
  };
}
