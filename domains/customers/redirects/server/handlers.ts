import { orNotFound } from "#core/failure.ts";
import type { ContextOf, Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { survivorSql } from "#domains/customers/server/store.ts";
import { belongsTo } from "#domains/locations/server/public.ts";
import type { CustomerRedirect, customerRedirects } from "../contract.ts";

export const customerRedirectHandlers: Handlers<typeof customerRedirects> = {
  ofCustomer: (context, { params }) => find(context, params),
  ofChat: (context, { params }) => find(context, params),
};

/** Looks at all locations of the business, and answers only for those that the caller belongs to. */
async function find(
  { within, scope, who }: ContextOf<(typeof customerRedirects)["ofCustomer"]>,
  of: Parameters<typeof keptCustomer>[2],
): Promise<CustomerRedirect> {
  const { dealer_id } = scope;
  return within.business({ dealer_id }, "a link", async ({ db }) => {
    const customer = orNotFound(await keptCustomer(db, dealer_id, of));
    const isOwn = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, customer.location_id);
    return orNotFound(isOwn ? customer : undefined);
  });
}

/** A customer of any of the dealer's locations; of a merged one, the customer who was kept. */
async function keptCustomer(db: Db, dealer_id: number, of: { customer_id: number } | { chat_id: number }) {
  const named = db
    .selectFrom("customers as named")
    .where("named.dealer_id", "=", dealer_id)
    .$if("customer_id" in of, (some) => some.where("named.id", "=", "customer_id" in of ? of.customer_id : 0))
    .$if("chat_id" in of, (some) =>
      some
        .innerJoin("chats as linked", (join) =>
          join.onRef("linked.dealer_id", "=", "named.dealer_id").onRef("linked.customer_id", "=", "named.id"),
        )
        .where("linked.id", "=", "chat_id" in of ? of.chat_id : 0),
    );
  return named
    .innerJoin("customers as kept", (join) =>
      join.onRef("kept.dealer_id", "=", "named.dealer_id").on("kept.id", "=", survivorSql("named")),
    )
    .leftJoin("chats", (join) =>
      join.onRef("chats.dealer_id", "=", "kept.dealer_id").onRef("chats.customer_id", "=", "kept.id"),
    )
    .where("kept.deleted_at", "is", null)
    .select(["kept.id as customer_id", "kept.location_id", "chats.id as chat_id"])
    .executeTakeFirst();
}
