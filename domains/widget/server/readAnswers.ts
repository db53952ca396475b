import { createHash } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import { signatureOf } from "#core/server/sign.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { websiteConversation } from "#domains/inbox/conversation/server/public.ts";
import { widgetTexts } from "../rules.ts";
import type { MirroredMessage } from "./answersPage.ts";
import type { VisitorSession } from "./sessionStore.ts";

/** The messages that a session shows, and a mark that changes with them. */
export interface Answers {
  readonly messages: readonly MirroredMessage[];
  readonly seen: string;
}

/** Reads what a proved session shows: its message, what came from its phone since, and what went to it. */
export async function readAnswers(
  db: Db,
  scope: LocationKey,
  { message_id, phone }: VisitorSession,
  { secret, time_zone }: { readonly secret: string; readonly time_zone: string },
): Promise<Answers> {
  const rows = await websiteConversation(db, scope.dealer_id, { message_id, phone });
  const format = new Intl.DateTimeFormat("en-US", { timeStyle: "short", timeZone: time_zone });
  const messages = rows.map(({ id, is_from_customer, message, media_count, datetime }) => ({
    id: signatureOf(secret, ["widget message", id]).slice(0, 12),
    isOurs: is_from_customer === 0,
    text: message,
    files: media_count === 0 ? "" : widgetTexts.files(media_count),
    time: format.format(datetime),
  }));
  const seen = createHash("sha256").update(messages.map(({ id }) => id).join(" "));
  return { messages, seen: seen.digest("base64url").slice(0, 22) };
}
