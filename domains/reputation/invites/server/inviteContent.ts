import type { Deps, Server } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { VariableValues } from "#core/variables.ts";
import { companyValues } from "#domains/campaigns/audience/server/public.ts";
import { splitName } from "#domains/customers/fullNames/rules.ts";
import { attachPicture } from "#domains/inbox/attachments/server/public.ts";
import { storeAndSend } from "#domains/inbox/sending/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { sendsPictures } from "#domains/locations/server/public.ts";
import { QuotaReached } from "#domains/quotas/server/public.ts";
import { drawingOf } from "#domains/reputation/settings/fields.ts";
import { renderDrawing } from "#domains/reputation/settings/server/renderDrawing.ts";
import { settingsOf } from "#domains/reputation/settings/server/store.ts";
import type { InviteRow } from "./store.ts";

/** What an invite is filled in with. */
export interface InviteContent {
  readonly values: VariableValues;
  /** The person's own address of the page for reviews. */
  readonly link: string;
}

/** The values and the link of one invite. */
export async function contentOf(
  { secret, publicUrl }: Pick<Deps, "secret" | "publicUrl">,
  { db }: Pick<UnitOfWork, "db">,
  invite: Pick<InviteRow, "id" | "dealer_id" | "location_id" | "customer_name">,
): Promise<InviteContent> {
  const company = await companyValues(db, invite);
  const names = splitName(invite.customer_name);
  const values = { customer_name: invite.customer_name, ...names, ...company };
  return { values, link: `${publicUrl}/r/${signedLink(secret, "r", invite.dealer_id, invite.id)}` };
}

/**
 * Sends an invite's text in the customer's conversation. It doesn't count as an answer. With `picture`, the location's
 * picture is attached.
 */
export async function textInvite(
  unit: UnitOfWork,
  invite: Pick<InviteRow, "id" | "dealer_id" | "location_id" | "customer_id" | "sent_by">,
  message: string,
  kind: "invite" | "reminder",
  picture?: PictureDeps,
): Promise<number> {
  const { dealer_id, location_id, customer_id, sent_by, id } = invite;
  if (customer_id === null) throw new Error("A text needs a customer");
  const chat_id = await chatWith(unit.db, dealer_id, location_id, customer_id);
  await lockChat(unit.db, { dealer_id, location_id }, chat_id);
  const client_id = `review-${kind}-${id}`;
  const files = picture ? await pictureFor(picture, unit, invite, chat_id) : [];
  const draft = { dealer_id, location_id, chat_id, customer_id, message, files, user_id: sent_by, client_id };
  return storeAndSend(unit, { ...draft, purpose: "conversation", isAutomatic: true });
}

type InvitedChat = Pick<InviteRow, "id" | "dealer_id" | "location_id" | "sent_by">;

/** What an invite's picture takes. */
type PictureDeps = Pick<Server, "ports" | "log">;

/**
 * The location's invite picture. Omitted where it would keep the text from arriving: the number sends none, the last
 * picture to this customer failed, or storage is full.
 */
async function pictureFor(
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
