import { sql } from "kysely";
import type { LocationKey } from "#core/people.ts";
import type { ThreadServer } from "#core/server/threadWork.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { hasDailyCap, heldNumberText, maySendMarketing } from "#domains/locations/registration/rules.ts";
import { dailySegments, senderRegistration, textSender } from "#domains/locations/server/public.ts";
import type { DailyRoom } from "#domains/quotas/rules.ts";
import { segmentRoom } from "#domains/quotas/server/public.ts";
import { latenessMs, lifetimeMs } from "../../rules.ts";
import {
  type CampaignChange,
  type CampaignKey,
  isTextHeldSql,
  lockCampaignForWork,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";

/*
 * A text campaign waits, in the state that it has, while its location's number isn't registered with carriers. Nothing
 * leaves meanwhile: each claim, batch and recheck reads the number's registration itself.
 */

/** The segments that carriers take of the location's number today and later; null where they count none by day. */
export async function carrierRoom(
  unit: Pick<UnitOfWork, "db" | "now">,
  { dealer_id, location_id }: LocationKey,
): Promise<DailyRoom | null> {
  const sender = await textSender(unit.db, dealer_id, location_id);
  if (!sender || !hasDailyCap(sender.registration, sender.number)) return null;
  return segmentRoom(unit, dealer_id, await dailySegments(unit.db, dealer_id));
}

/** Has a location's campaigns that are sending wait for their number. */
export async function holdForNumber(unit: UnitOfWork, location: LocationKey): Promise<void> {
  const { dealer_id, location_id } = location;
  const number_held_at = unit.now();
  const held = await unit.db
    .updateTable("campaigns")
    .set({ number_held_at, why: heldNumberText })
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("channel", "=", "sms")
    .where("state", "=", "sending")
    .where("number_held_at", "is", null)
    .returning("id")
    .execute();
  for (const { id } of held) publishCampaign(unit, { ...location, number_held_at }, id);
}

/** A number's registration changed: its location's campaigns wait from now on, or go on. */
export async function onNumberChanged({ within }: Pick<ThreadServer, "within">, location: LocationKey): Promise<void> {
  const isHeld = await within.business(location, "campaigns of a number", async (unit) => {
    const registration = await senderRegistration(unit.db, location.dealer_id, location.location_id);
    if (registration === undefined || maySendMarketing(registration)) return false;
    await holdForNumber(unit, location);
    return true;
  });
  if (!isHeld) await releaseHeld({ within }, location);
}

/** Lets campaigns whose number may send again go on: all of them, or a location's. */
export async function releaseHeld({ within }: Pick<ThreadServer, "within">, only?: LocationKey): Promise<void> {
  const keys = only
    ? await within.business(only, "campaigns that waited", ({ db }) => releasable(db, only))
    : (await within.eachCell("campaigns that waited", ({ db }) => releasable(db))).flat();
  for (const key of keys) {
    await within.business({ dealer_id: key.dealer_id }, "campaigns that waited", (unit) => release(unit, key));
  }
}

/** Campaigns that wait for a number that may send by now. */
async function releasable(db: Db, only?: LocationKey): Promise<CampaignKey[]> {
  const ofLocation = only && sql`and dealer_id = ${only.dealer_id} and location_id = ${only.location_id}`;
  const { rows } =
    await sql<CampaignKey>`select dealer_id::float8 as dealer_id, id::float8 as campaign_id from campaigns
    where number_held_at is not null and state in ('waiting', 'preparing', 'sending') ${ofLocation ?? sql``}
      and not ${isTextHeldSql}
    order by dealer_id, id limit 1000`.execute(db);
  return rows;
}

const heldTooLong = "Its number wasn't registered for more than two hours. Resume it if it should still go out";

/** One that hasn't started asks by itself when it is late; one that had begun asks after as long a wait. */
async function release(unit: UnitOfWork, key: CampaignKey): Promise<void> {
  const { db } = unit;
  const campaign = await lockCampaignForWork(db, key);
  if (!campaign?.number_held_at) return;
  const { state, number_held_at, ends_by } = campaign;
  const now = unit.now().getTime();
  const free: CampaignChange = { number_held_at: null, why: "" };
  if (state === "waiting") await updateCampaign(db, key, free);
  else if (state !== "preparing" && state !== "sending") return;
  else if (now - number_held_at.getTime() > latenessMs) {
    await updateCampaign(db, key, { ...free, state: "paused", paused_from: state, why: heldTooLong });
  } else {
    const inTime = new Date(now + lifetimeMs);
    await updateCampaign(db, key, { ...free, ends_by: ends_by && ends_by > inTime ? ends_by : inTime });
  }
  publishCampaign(unit, campaign, campaign.id);
}
