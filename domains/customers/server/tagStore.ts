import { sql } from "kysely";
import type { Scope } from "#core/people.ts";
import { preparedStatement } from "#core/server/preparedStatement.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Tag } from "#domains/tags/contract.ts";
import { tagMarkup } from "#domains/tags/rules.ts";
import { liveTags } from "#domains/tags/server/public.ts";

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

async function tagRowsOfCustomers(db: Db, { dealer_id, location_id }: Scope, customer_ids: readonly number[]) {
  return liveTags(db)
    .innerJoin("chat_tags", "chat_tags.tag_id", "tags.id")
    .innerJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "chat_tags.dealer_id").onRef("chats.id", "=", "chat_tags.chat_id"),
    )
    .where("chats.dealer_id", "=", dealer_id)
    .where("chats.location_id", "=", location_id)
    .where(sql<boolean>`chats.customer_id = any(${[...customer_ids]}::bigint[])`)
    .select("chats.customer_id")
    .modifyFront(preparedStatement)
    .execute();
}
