import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { latenessMs } from "../../rules.ts";
import {
  type CampaignChange,
  type CampaignKey,
  campaignLists,
  campaignsInState,
  lockCampaignForWork,
  updateCampaign,
} from "../../server/campaignStore.ts";
import { publishCampaign } from "../../server/publishCampaign.ts";
import { prepareCampaigns } from "./prepare.ts";

/** Starts campaigns whose time has come, and has the audiences written of those that have none yet. */
export async function startDue(server: Server): Promise<void> {
  const { within } = server;
  const waiting = await within.platform("campaigns to start", ({ db }) => campaignsInState(db, "waiting"));
  for (const key of waiting) {
    await within.business({ dealer_id: key.dealer_id }, "start a campaign", (unit) => startCampaign(unit, key));
  }
  const preparing = await within.platform("campaigns to prepare", ({ db }) => campaignsInState(db, "preparing"));
  if (preparing.length > 0) await server.apart(server, new URL("./prepare.ts", import.meta.url), prepareCampaigns);
}

const waitingForList = "Waiting for its list";
const listsDeleted = "its lists were deleted";
const importFailed = "the import into its list didn't finish. Import it again, then resume";

async function startCampaign(unit: UnitOfWork, key: CampaignKey): Promise<void> {
  const { db, now } = unit;
  const campaign = await lockCampaignForWork(db, key);
  if (campaign?.state !== "waiting" || !campaign.starts_at || campaign.starts_at > now()) return;
  const change = async (changed: CampaignChange) => {
    await updateCampaign(db, key, changed);
    publishCampaign(unit, campaign, campaign.id);
  };
  const pause = (why: string) => change({ state: "paused", paused_from: "waiting", why });
  const lists = await campaignLists(db, key);
  if (lists.some(({ isReady, isDeleted }) => !isReady && !isDeleted)) {
    if (campaign.why !== waitingForList) await change({ why: waitingForList });
    return;
  }
  // Nothing that a restored backup or an outage held back goes out without being asked for; waiting for a list is no delay.
  const isLate = now().getTime() - campaign.starts_at.getTime() > latenessMs;
  if (isLate && !campaign.late_is_fine && campaign.why !== waitingForList) {
    return pause("It was due more than two hours ago. Resume it if it should still go out");
  }
  // Those it was written for would be missing.
  const list_ids = lists.map(({ id }) => id);
  if (campaign.why === waitingForList && (await hasFailedImport(db, key.dealer_id, list_ids)))
    return pause(importFailed);
  if (campaign.recipient_type === "list" && lists.every(({ isDeleted }) => isDeleted)) return pause(listsDeleted);
  await change({ state: "preparing", why: "" });
}

/** Whether the newest import into one of the lists failed or was undone. */
async function hasFailedImport(db: Db, dealer_id: number, list_ids: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ state: string }>`select distinct on (list_id) state from uploads
    where dealer_id = ${dealer_id} and list_id = any(${[...list_ids]}::bigint[]) and state not in ('preview', 'discarded')
    order by list_id, id desc`.execute(db);
  return rows.some(({ state }) => state === "failed" || state === "undone");
}
