import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { attachPicture } from "#domains/inbox/attachments/server/public.ts";
import { sendsPictures } from "#domains/locations/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { drawingOf } from "../../settings/fields.ts";
import { renderDrawing, settingsOf } from "../../settings/server/public.ts";
import type { InviteRow } from "./store.ts";

type InvitedChat = Pick<InviteRow, "id" | "dealer_id" | "location_id" | "sent_by">;

/** What an invite's picture takes. */
export type PictureDeps = Pick<Server, "ports" | "log">;

/**
 * The picture that an invite takes along, if the location has chosen one. It goes without where a picture would keep the
 * text from arriving: the number sends none, the last one to this customer failed, or there is no room for it.
 */
export async function pictureFor(
  deps: PictureDeps,
  unit: UnitOfWork,
  invite: InvitedChat,
  chat_id: number,
): Promise<readonly number[]> {
  const { dealer_id, location_id, id, sent_by } = invite;
  const { with_image, image } = await settingsOf(unit.db, invite);
  if (with_image === 0 || !(await sendsPictures(unit.db, dealer_id, location_id))) return [];
  if (await hasLastPictureFailed(unit, dealer_id, chat_id)) return [];
  const name = drawingOf(image);
  const bytes = await renderDrawing(name).catch((error: unknown) => {
    deps.log.error({ error, drawing: name }, "a review invite goes without its picture, which couldn't be rendered");
    return undefined;
  });
  if (!bytes) return [];
  const file = { name: `${name}.png`, key: `review-invite-${id}`, type: "image/png", bytes };
  try {
    return [await attachPicture(deps, unit, invite, { chat_id, user_id: sent_by, ...file })];
  } catch (error) {
    if (error instanceof QuotaReached) return [];
    throw error;
  }
}

async function hasLastPictureFailed({ db }: UnitOfWork, dealer_id: number, chat_id: number): Promise<boolean> {
  const last = await db
    .selectFrom("messages")
    .where("dealer_id", "=", dealer_id)
    .where("chat_id", "=", chat_id)
    .where("is_from_customer", "=", 0)
    .where("media_count", ">", 0)
    .orderBy("id", "desc")
    .select("state")
    .limit(1)
    .executeTakeFirst();
  return last?.state === "failed";
}
