import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { reviewInviteEvents } from "../../invites/contract.ts";
import { lockInvite, updateInvite } from "../../invites/server/public.ts";

/** Keeps what somebody did on the page: the first look, the first choice with the newest site, and that they reviewed before. */
export async function recordVisit(
  unit: UnitOfWork,
  { dealer_id, invite_id }: { readonly dealer_id: number; readonly invite_id: number },
  kind: "seen" | "site" | "done",
  site_id: number | undefined,
): Promise<void> {
  const invite = await lockInvite(unit.db, dealer_id, invite_id);
  if (!invite) return;
  const now = unit.now();
  const opened_at = invite.opened_at ?? now;
  const chosen = site_id === undefined ? {} : { followed_at: invite.followed_at ?? now, site_id };
  await updateInvite(unit.db, dealer_id, invite_id, {
    opened_at,
    ...chosen,
    ...(kind === "done" && { remind_at: null }),
  });
  const isNews = !invite.opened_at || (site_id !== undefined && !invite.followed_at);
  if (isNews) unit.publish(reviewInviteEvents.changed, { target_id: invite_id }, invite);
}
