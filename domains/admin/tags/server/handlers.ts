import { sql } from "kysely";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { lockByName } from "#core/server/advisoryLock.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import type { SincePeriod } from "#domains/admin/clients/contract.ts";
import { periodStart } from "#domains/admin/clients/server/store.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { slugsFor, tidyTag } from "#domains/tags/rules.ts";
import { countTags, hasTagNamed, insertTag, markTagDeleted } from "#domains/tags/server/public.ts";
import { maxTags, type operatorTags } from "../contract.ts";

export const operatorTagHandlers: Handlers<typeof operatorTags> = {
  async table({ db, now }, { body }) {
    return tablePage(db, tagRows(db, body.filterBy, now()), body, {
      sortable: ["id", "tag", "total_customers"],
      texts: ["tag"],
      searchable: ["tag"],
      order: [
        ["tag", "asc"],
        ["id", "asc"],
      ],
    });
  },

  async add(context, { body }) {
    await lockByName(context.db, "tags");
    if ((await countTags(context.db)) >= maxTags) {
      throw new Failure("conflict", `There are ${maxTags} tags, which is the limit. Delete one to add another.`);
    }
    const tag = await addTag(context, tidyTag(body.name));
    await context.audit({ ...auditSubject(tag.id, tag.tag), action: "added" });
    await publishToAllDealers(context);
    return tag;
  },

  async remove(context, { body: { id } }) {
    const tag = orNotFound(await markTagDeleted(context.db, id, context.now()));
    await context.audit({ ...auditSubject(id, tag), action: "deleted" });
    await publishToAllDealers(context);
    return null;
  },
};

const auditSubject = (subject_id: number, tag: string) => {
  return { subject: "tag", subject_id, detail: { tag }, dealer_id: platformDealer };
};

/** Takes the first free slug, also when tags are added concurrently. */
async function addTag({ db, now }: UnitOfWork, tag: string) {
  for (const slug of slugsFor(tag)) {
    const added = await insertTag(db, { tag, slug, created_at: now() });
    if (added) return added;
    if (await hasTagNamed(db, tag)) throw invalidField("name", "A tag with this name already exists");
  }
  throw new Error("The names ran out");
}

async function publishToAllDealers({ db, publish }: UnitOfWork): Promise<void> {
  for (const dealer_id of await allDealerIds(db)) publish(tagEvents.listChanged, {}, { dealer_id });
}

/** Customers whose chat has the tag; excludes the few deleted ones, which is cheaper than joining all. */
const totalCustomers = sql<number>`(
  select count(*)::int from chat_tags where chat_tags.tag_id = tags.id and not exists (
    select from customers
      join chats on chats.dealer_id = customers.dealer_id and chats.customer_id = customers.id
    where customers.deleted_at is not null
      and chats.dealer_id = chat_tags.dealer_id and chats.id = chat_tags.chat_id))`;

function tagRows(db: Db, period: SincePeriod, now: Date) {
  const rows = db
    .selectFrom("tags")
    .where("tags.deleted_at", "is", null)
    .select(["tags.id", "tags.tag", totalCustomers.as("total_customers")])
    .select(sql<1>`1`.as("status"));
  return period === "all" ? rows : rows.where("tags.created_at", ">=", periodStart(period, now));
}

async function allDealerIds(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("dealers").where("id", "<>", platformDealer).select("id").execute();
  return rows.map(({ id }) => id);
}
