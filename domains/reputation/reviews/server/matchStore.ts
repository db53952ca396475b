import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import type { Follower, ReviewerContacts } from "../rules.ts";

/** People who chose a site within two weeks before the review, and whose invite led to no other one. */
export async function followersOf(
  db: Db,
  { dealer_id, location_id }: LocationKey,
  { site_id, published_at }: { readonly site_id: number; readonly published_at: Date },
): Promise<Follower[]> {
  const { rows } = await sql<Follower>`select i.id as invite_id, i.customer_name, i.followed_at
    from review_invites i
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id} and i.site_id = ${site_id}
      and i.followed_at between ${published_at}::timestamptz - interval '15 days'
        and ${published_at}::timestamptz + interval '2 days'
      and not exists (select from reviews r where r.dealer_id = i.dealer_id and r.invite_id = i.id)
    order by i.followed_at desc limit 500`.execute(db);
  return rows;
}

/** The invites of the 60 days before a review that led to no other one, newest first. */
export async function possibleInvites(db: Db, { dealer_id, location_id }: LocationKey, published_at: Date) {
  const { rows } = await sql<{ id: number; customer_name: string; sent_at: Date; followed: 0 | 1 }>`select i.id,
      case when i.customer_name = '' then i.contact else i.customer_name end as customer_name, i.sent_at,
      (i.followed_at is not null)::int as followed
    from review_invites i
    where i.dealer_id = ${dealer_id} and i.location_id = ${location_id}
      and i.sent_at between ${published_at}::timestamptz - interval '60 days'
        and ${published_at}::timestamptz + interval '2 days'
      and not exists (select from reviews r where r.dealer_id = i.dealer_id and r.invite_id = i.id)
    order by i.sent_at desc limit 50`.execute(db);
  return rows;
}

/** True if another review has the invite. */
export async function leadsElsewhere(
  db: Db,
  { dealer_id, id }: { readonly dealer_id: number; readonly id: number },
  invite_id: number,
): Promise<boolean> {
  const other = db.selectFrom("reviews").where("dealer_id", "=", dealer_id).where("invite_id", "=", invite_id);
  return (await other.where("id", "<>", id).select("id").executeTakeFirst()) !== undefined;
}

/** How the customer is reached whose invite led to a review: what a public reply must not say. */
export async function invitedContacts(
  db: Db,
  { dealer_id, invite_id }: { readonly dealer_id: number; readonly invite_id: number | null },
): Promise<ReviewerContacts> {
  const { rows } = await sql<{ contact: string; phone: string | null; email: string | null }>`select i.contact, c.phone,
      c.email
    from review_invites i left join customers c on c.dealer_id = i.dealer_id and c.id = i.customer_id
    where i.dealer_id = ${dealer_id} and i.id = ${invite_id}`.execute(db);
  const known = rows.flatMap(({ contact, phone, email }) => [contact, phone ?? "", email ?? ""]);
  const filled = known.filter((text) => text !== "");
  return {
    phones: filled.filter((text) => !text.includes("@")),
    emails: filled.filter((text) => text.includes("@")),
  };
}
