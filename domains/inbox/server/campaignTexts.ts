import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { inboxEvents } from "../contract.ts";
import { type CampaignText, insertCampaignTexts, updateCampaignText } from "./campaignTextStore.ts";

/** Writes a location's campaign texts into its conversations, and tells whoever has one of them open. */
export async function addCampaignTexts(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  texts: readonly CampaignText[],
): Promise<number[]> {
  const ids = await insertCampaignTexts(unit.db, dealer_id, texts);
  for (const target_id of new Set(texts.map(({ chat_id }) => chat_id))) {
    unit.publish(inboxEvents.messagesMoved, { target_id }, { dealer_id, location_id });
  }
  return ids;
}

/** Carries a delivery report over to the campaign's text in its conversation. */
export async function reportCampaignText(
  unit: UnitOfWork,
  { dealer_id, location_id }: LocationKey,
  message_id: number,
  change: Pick<CampaignText, "state" | "error">,
): Promise<void> {
  const message = await updateCampaignText(unit.db, dealer_id, message_id, change);
  if (!message) return;
  const payload = { message_id, target_id: message.chat_id, what: "state" } as const;
  unit.publish(inboxEvents.messageOpen, payload, { dealer_id, location_id });
}
