import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { BeforeInbound } from "#domains/inbox/conversation/server/public.ts";
import { addCampaignTexts, type CampaignText, type ChatOpened } from "#domains/inbox/server/public.ts";
import { dealersWithCampaigns } from "../../ledger/server/public.ts";
import { isReply, messageStates, shownDays } from "../rules.ts";
import {
  lockUnwoven,
  lockUnwovenOf,
  setMessages,
  setWovenUntil,
  stampReplies,
  type UnwovenText,
  wovenUntil,
} from "./weavingStore.ts";

const dayMs = 86_400_000;
const blockSize = 500;
/** A transaction may commit a hand-over this much later than its time says, in milliseconds. */
const overlapMs = 5 * 60_000;

/** Writes what campaigns texted into the conversations that exist. Nobody gets one because of a campaign. */
export async function weave({ within, ports }: Server): Promise<void> {
  const since = new Date(ports.clock.now().getTime() - dayMs);
  const dealers = await within.platform("campaign texts for conversations", ({ db }) =>
    dealersWithCampaigns(db, since),
  );
  for (const dealer_id of dealers) {
    let isDone = false;
    while (!isDone) {
      isDone = await within.business({ dealer_id }, "campaign texts in conversations", (unit) =>
        weaveBlock(unit, dealer_id),
      );
    }
  }
}

/** @returns true when nothing is left to write. */
async function weaveBlock(unit: UnitOfWork, dealer_id: number): Promise<boolean> {
  const now = unit.now();
  const from = (await wovenUntil(unit.db, dealer_id)) ?? new Date(now.getTime() - shownDays * dayMs);
  const texts = await lockUnwoven(unit.db, dealer_id, new Date(from.getTime() - overlapMs), blockSize);
  const byLocation = Map.groupBy(texts, ({ location_id }) => location_id);
  for (const [location_id, own] of byLocation) await addTexts(unit, { dealer_id, location_id }, own);
  if (texts.length === blockSize) return false;
  await setWovenUntil(unit.db, dealer_id, now);
  return true;
}

async function addTexts(unit: UnitOfWork, location: LocationKey, texts: readonly UnwovenText[]): Promise<void> {
  if (texts.length === 0) return;
  const shown = texts.flatMap((text): (UnwovenText & { shownAs: CampaignText["state"] })[] => {
    const shownAs = messageStates[text.state];
    return shownAs === undefined ? [] : [{ ...text, shownAs }];
  });
  const messages = shown.map(({ chat_id, campaign_id, title, image_key, body, phone, shownAs, error, handed_at }) => {
    const campaign = { campaign_id, campaign_title: title, campaign_image: image_key };
    return { chat_id, ...campaign, message: body, phone, state: shownAs, error, datetime: handed_at };
  });
  await setMessages(unit.db, location.dealer_id, shown, await addCampaignTexts(unit, location, messages));
}

/**
 * Before a customer's text is stored: their campaign texts of the last 90 days come into the conversation first, so that
 * everyone sees what is answered, and the newest one has its reply.
 */
export const weaveBeforeInbound: BeforeInbound = async (unit, location, texts) => {
  const now = unit.now();
  const since = new Date(now.getTime() - shownDays * dayMs);
  const replying = texts.filter(isReply).map(({ from }) => from);
  // Independent statements are pipelined.
  const [unwoven] = await Promise.all([
    lockUnwovenOf(unit.db, location, texts, since),
    stampReplies(unit.db, location, replying, now),
  ]);
  await addTexts(unit, location, unwoven);
};

/** Before the first text or call of a chat that a call or staff open: the same, except that nothing is a reply. */
export const weaveOpenedChat: ChatOpened = async (unit, location, { chat_id, phone }) => {
  const since = new Date(unit.now().getTime() - shownDays * dayMs);
  await addTexts(unit, location, await lockUnwovenOf(unit.db, location, [{ chat_id, from: phone }], since));
};
