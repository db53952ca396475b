import { invalidField, orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { endSessionSupportAccess, insertSupportAccess, lockSession } from "#domains/accounts/server/public.ts";
import type { supportAccess } from "../contract.ts";
import { auditEnds } from "./endSupportAccess.ts";

export const supportAccessHandlers: Handlers<typeof supportAccess> = {
  async places({ db }, { params: { id } }) {
    return clientLocations(db, id);
  },

  async begin(context, { params: { id: dealer_id }, body: { location_id, reason, minutes } }) {
    const { db, now, who, audit, ports } = context;
    const locations = await clientLocations(db, dealer_id);
    orNotFound(locations[0]);
    const location = locations.find(({ id }) => id === location_id);
    if (!location) throw invalidField("location_id", "Select one of this client's locations");
    const { session_id } = who;
    orNotFound(await lockSession(db, session_id));
    // An expired access whose end the job has not recorded yet.
    await auditEnds(context, await endSessionSupportAccess(db, session_id, now()));
    const [started_at, expires_at] = [now(), new Date(now().getTime() + minutes * 60_000)];
    const by = { session_id, visited_by: who.user_id, visitor: `${who.first_name} ${who.last_name}`.trim() };
    const subject_id = await insertSupportAccess(db, { dealer_id, location_id, ...by, reason, started_at, expires_at });
    const detail = { reason, minutes, location: location.title };
    await audit({ action: "started viewing", subject: "account", subject_id, dealer_id, detail });
    // The operator's realtime connection must not outlive the operator's own access.
    context.afterCommit(() => ports.realtime.disconnect(session_id));
    return { dealer_id, location_id, expires_at };
  },

  async end(context) {
    const { db, now, who, ports } = context;
    const ended = await endSessionSupportAccess(db, who.session_id, now());
    await auditEnds(context, ended);
    context.afterCommit(() => ports.realtime.disconnect(who.session_id));
    return ended.length > 0 ? null : new CallResult("You aren't viewing an account.", null, "info");
  },

  async ofBusiness({ db, scope }) {
    return { visits: await supportAccessesOf(db, scope.dealer_id) };
  },
};

const maxShown = 100;

/** The locations of a client; none for the platform itself. */
async function clientLocations(db: Db, dealer_id: number) {
  return db
    .selectFrom("locations")
    .where("dealer_id", "=", dealer_id)
    .where("dealer_id", "<>", 0)
    .orderBy("id")
    .limit(500)
    .select(["id", "title"])
    .execute();
}

/** The latest support accesses to a business. */
async function supportAccessesOf(db: Db, dealer_id: number) {
  return db
    .selectFrom("visits")
    .innerJoin("locations", (join) =>
      join.onRef("locations.dealer_id", "=", "visits.dealer_id").onRef("locations.id", "=", "visits.location_id"),
    )
    .where("visits.dealer_id", "=", dealer_id)
    .orderBy("visits.id", "desc")
    .limit(maxShown)
    .select(["visits.id", "visits.visitor", "locations.title as location", "visits.reason"])
    .select(["visits.started_at", "visits.expires_at", "visits.ended_at"])
    .execute();
}
