import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import { tablePage } from "#core/server/table.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { tagEvents } from "#domains/tags/contract.ts";
import { slugsFor, tidyTag } from "#domains/tags/rules.ts";
import { countTags, hasTagNamed, insertTag, markTagDeleted } from "#domains/tags/server/public.ts";
import { maxTags, type operatorTags } from "../contract.ts";
import { allDealerIds, tagRows } from "./store.ts";

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
    if ((await countTags(context.db)) >= maxTags) {
      throw new Failure("conflict", `There are ${maxTags} tags, the maximum. Delete one to add another.`);
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
