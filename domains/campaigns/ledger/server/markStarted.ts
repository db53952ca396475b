import type { Server } from "#core/server/serve.ts";

/** Notes when the first message of these campaigns left. */
export async function markStarted(
  { within }: Pick<Server, "within">,
  dealer_id: number,
  campaign_ids: readonly number[],
): Promise<void> {
  await within.business({ dealer_id }, "a campaign's first message", async ({ db, now }) => {
    await db
      .updateTable("campaigns")
      .set({ sent_at: now() })
      .where("dealer_id", "=", dealer_id)
      .where("id", "in", campaign_ids)
      .where("sent_at", "is", null)
      .execute();
  });
}
