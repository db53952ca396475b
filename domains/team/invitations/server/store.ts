import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";
import type { MemberType } from "#domains/team/contract.ts";

export interface NewInvitation {
  readonly dealer_id: number;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly phone: string;
  readonly user_type: MemberType;
  readonly del_allowed: 0 | 1;
  readonly token_hash: Buffer;
  readonly invited_by: number;
  readonly sent_at: Date;
  readonly expires_at: Date;
}

export async function insertInvitation(db: Db, row: NewInvitation, location_ids: readonly number[]): Promise<number> {
  const added = db.insertInto("team_invitations").values(row).returning("id");
  const { id: invitation_id } = await added.executeTakeFirstOrThrow();
  const rows = location_ids.map((location_id) => ({ dealer_id: row.dealer_id, invitation_id, location_id }));
  await db.insertInto("team_invitation_locations").values(rows).execute();
  return invitation_id;
}

/** Removes an invitation that could not be sent. */
export async function removeInvitation(db: Db, dealer_id: number, id: number): Promise<void> {
  const locations = db.deleteFrom("team_invitation_locations").where("dealer_id", "=", dealer_id);
  await locations.where("invitation_id", "=", id).execute();
  await db.deleteFrom("team_invitations").where("dealer_id", "=", dealer_id).where("id", "=", id).execute();
}

const openRows = (db: Db) =>
  db
    .selectFrom("team_invitations as invitation")
    .where("invitation.accepted_at", "is", null)
    .where("invitation.taken_back_at", "is", null);

const invitedLocations = sql<{ id: number; title: string }[]>`(
  select coalesce(json_agg(json_build_object('id', place.id, 'title', place.title) order by place.title, place.id), '[]')
  from team_invitation_locations as of_invitation
  join locations as place on place.dealer_id = of_invitation.dealer_id and place.id = of_invitation.location_id
  where of_invitation.dealer_id = invitation.dealer_id and of_invitation.invitation_id = invitation.id)`;

/** The open invitations of a business, the newest first. */
export async function openInvitations(db: Db, dealer_id: number) {
  return openRows(db)
    .where("invitation.dealer_id", "=", dealer_id)
    .select(["invitation.id", "invitation.first_name", "invitation.last_name", "invitation.email", "invitation.phone"])
    .select(["invitation.sent_at", "invitation.expires_at", invitedLocations.as("locations")])
    .select(sql<MemberType>`invitation.user_type`.as("user_type"))
    .select(sql<0 | 1>`invitation.del_allowed`.as("del_allowed"))
    .orderBy("invitation.sent_at", "desc")
    .orderBy("invitation.id", "desc")
    .execute();
}

/** An open invitation, locked until the transaction ends. */
export async function lockInvitation(db: Db, dealer_id: number, id: number) {
  return openRows(db)
    .where("invitation.dealer_id", "=", dealer_id)
    .where("invitation.id", "=", id)
    .select(["invitation.id", "invitation.email", "invitation.phone"])
    .select(["invitation.token_hash", "invitation.sent_at", "invitation.expires_at"])
    .forUpdate()
    .executeTakeFirst();
}

export interface InvitationLink {
  readonly token_hash: Buffer;
  readonly sent_at: Date;
  readonly expires_at: Date;
}

/** Replaces the link, if the current one is still `former`. */
export async function setLink(
  db: Db,
  dealer_id: number,
  id: number,
  former: Buffer,
  link: InvitationLink,
): Promise<void> {
  const row = db.updateTable("team_invitations").set(link).where("dealer_id", "=", dealer_id).where("id", "=", id);
  await row.where("token_hash", "=", former).execute();
}

export async function setTakenBack(db: Db, dealer_id: number, id: number, taken_back_at: Date) {
  const row = db.updateTable("team_invitations").set({ taken_back_at }).where("dealer_id", "=", dealer_id);
  const openRow = row.where("id", "=", id).where("accepted_at", "is", null).where("taken_back_at", "is", null);
  return openRow.returning("id").executeTakeFirst();
}

/** The names of the inviting business and person. */
export async function inviter(db: Db, dealer_id: number, user_id: number) {
  return db
    .selectFrom("users")
    .innerJoin("dealers", "dealers.id", "users.dealer_id")
    .where("users.dealer_id", "=", dealer_id)
    .where("users.id", "=", user_id)
    .select(["dealers.business_name", sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("invited_by")])
    .executeTakeFirst();
}

/** The open invitation of a link. Needs a platform unit: the invited person belongs to no dealer yet. */
export function invitationByToken(db: Db, token_hash: Buffer, now: Date) {
  return openRows(db)
    .where("invitation.token_hash", "=", token_hash)
    .where("invitation.expires_at", ">", now)
    .innerJoin("dealers", "dealers.id", "invitation.dealer_id")
    .innerJoin("users", (join) =>
      join.onRef("users.dealer_id", "=", "invitation.dealer_id").onRef("users.id", "=", "invitation.invited_by"),
    )
    .select(["invitation.dealer_id", "invitation.id", "invitation.first_name", "invitation.last_name"])
    .select(["invitation.email", "invitation.phone", "invitation.expires_at", "dealers.business_name"])
    .select([
      invitedLocations.as("locations"),
      sql<string>`trim(users.first_name || ' ' || users.last_name)`.as("invited_by"),
    ])
    .select(sql<MemberType>`invitation.user_type`.as("user_type"))
    .select(sql<0 | 1>`invitation.del_allowed`.as("del_allowed"));
}

export async function setAccepted(db: Db, dealer_id: number, id: number, user_id: number, accepted_at: Date) {
  const row = db.updateTable("team_invitations").set({ user_id, accepted_at }).where("dealer_id", "=", dealer_id);
  await row.where("id", "=", id).execute();
}
