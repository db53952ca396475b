import { invalidField } from "#core/failure.ts";
import { asciiFileName } from "#core/fileNames.ts";
import type { LocationKey, LocationScope } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import { isSignature, signatureOf } from "#core/server/sign.ts";
import { signedFileUrl, signedFileUrlUntil } from "#core/server/signedFileUrl.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import { type ChatAttachment, linkDays } from "../contract.ts";
import { textWithLinks } from "../rules.ts";
import { attachmentsOf, insertAttachment, lockDrafts, sentAttachmentById } from "./store.ts";

/** A picture for an automatic text, which no member uploaded. */
export interface OwnPicture {
  readonly chat_id: number;
  /** The member the text is sent as. */
  readonly user_id: number;
  readonly name: string;
  /** Unique in the business; storing under the same key again replaces the file. */
  readonly key: string;
  readonly type: string;
  readonly bytes: Buffer;
}

/**
 * Stores a picture for a text that the caller's transaction sends. The file is stored before the row, because the
 * carrier may fetch it immediately.
 *
 * @returns the attachment's id.
 * @throws QuotaReached when the business's storage is full.
 */
export async function attachPicture(
  { ports }: Pick<Server, "ports">,
  unit: UnitOfWork,
  location: LocationKey,
  { key, bytes, ...picture }: OwnPicture,
): Promise<number> {
  await assertRoomFor(unit, location.dealer_id, bytes.length);
  const storage_key = `a/${location.dealer_id}/${key}/${asciiFileName(picture.name)}`;
  await ports.storage.put(storage_key, bytes, picture.type);
  const row = { ...picture, kind: "image" as const, size: bytes.length, storage_key, created_at: unit.now() };
  return insertAttachment(unit.db, location, row);
}

/**
 * Locks a member's uploads in a chat so that this transaction can attach them.
 *
 * @throws Failure `invalid` when any is missing, someone else's, or already sent.
 */
export async function claimDrafts(
  db: Db,
  scope: LocationScope,
  owner: { chat_id: number; user_id: number },
  requested: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(requested)];
  if (ids.length === 0) return ids;
  const locked = await lockDrafts(db, scope, owner, ids);
  if (locked.length === ids.length) return ids;
  throw invalidField("attachment_ids", "A file is missing. Remove it and add it again.");
}

/** The files of scheduled texts, keyed by the text's id. */
export async function attachmentsOfScheduled(
  db: Db,
  dealer_id: number,
  ids: number[],
  addressOf: (storage_key: string) => string,
): Promise<Map<number, ChatAttachment[]>> {
  const files = new Map<number, ChatAttachment[]>();
  const rows = await attachmentsOf(db, dealer_id, "scheduled_id", ids);
  for (const { message_id: _, scheduled_id, storage_key, ...file } of rows) {
    const kind = file.kind === "image" ? ("image" as const) : ("file" as const);
    const earlier = files.get(scheduled_id ?? 0) ?? [];
    files.set(scheduled_id ?? 0, [...earlier, { ...file, kind, url: addressOf(storage_key) }]);
  }
  return files;
}

/** The file ids of a scheduled text, in sending order. */
export async function scheduledFileIds(db: Db, dealer_id: number, id: number): Promise<number[]> {
  return (await attachmentsOf(db, dealer_id, "scheduled_id", [id])).map((file) => file.id);
}

/** How long a carrier may fetch an image, in milliseconds: a text can wait for hours in its queue. */
const mediaLifetimeMs = 86_400_000;

/** A text as the carrier gets it: images as expiring media URLs, other files as links below the text. */
export async function carrierContent(
  { secret, publicUrl }: Pick<Server, "secret" | "publicUrl">,
  db: Db,
  text: { dealer_id: number; message_id: number; message: string },
  now: Date,
): Promise<{ body: string; media: string[] }> {
  const { dealer_id, message_id, message } = text;
  const files = await attachmentsOf(db, dealer_id, "message_id", [message_id]);
  const until = new Date(now.getTime() + mediaLifetimeMs);
  const media = files
    .filter(({ kind }) => kind === "image")
    .map(({ storage_key }) => publicUrl + signedFileUrlUntil(secret, storage_key, until));
  const links = files
    .filter(({ kind }) => kind === "file")
    .map(({ id, name }) => ({ name, link: publicUrl + attachmentLink(secret, dealer_id, id, now) }));
  return { body: textWithLinks(message, links), media };
}

const dayMs = 86_400_000;

/** 132 bits: short enough for a text, too long to guess. */
const sign = (secret: string, target: LinkTarget) =>
  signatureOf(secret, ["attachment", target.dealer_id, target.id, target.day]).slice(0, 22);

interface LinkTarget {
  readonly dealer_id: number;
  readonly id: number;
  /** The last day the link works, in days since 1970. */
  readonly day: number;
}

/** The signed path of a file that is texted to a customer, relative to the public URL. */
export function attachmentLink(secret: string, dealer_id: number, id: number, now: Date): string {
  const target = { dealer_id, id, day: Math.floor(now.getTime() / dayMs) + linkDays };
  const parts = [target.dealer_id, target.id, target.day].map((part) => part.toString(36));
  return `/f/${parts.join(".")}.${sign(secret, target)}`;
}

/** What a link points to; undefined when it is forged or expired. */
function readLink(secret: string, token: string, now: Date): LinkTarget | undefined {
  const [, dealer, file, last, signature = ""] = /^(\w{1,10})\.(\w{1,10})\.(\w{1,6})\.([\w-]{22})$/.exec(token) ?? [];
  const [dealer_id, id, day] = [dealer, file, last].map((part) => Number.parseInt(part ?? "", 36)) as [
    number,
    number,
    number,
  ];
  const target = { dealer_id, id, day };
  return isSignature(signature, sign(secret, target)) && now.getTime() < (day + 1) * dayMs ? target : undefined;
}

/** Redirects the short link in a customer's text to the file. */
export function serveAttachmentLinks({ http, within, ports, secret }: Server): void {
  http.get<{ Params: { token: string } }>("/f/:token", async ({ params }, reply) => {
    const now = ports.clock.now();
    const target = readLink(secret, params.token, now);
    const file =
      target &&
      (await within.cellOf.read(target, "a customer's link", (db) =>
        sentAttachmentById(db, target.dealer_id, target.id),
      ));
    reply
      .header("cache-control", "no-store")
      .header("referrer-policy", "no-referrer")
      .header("x-robots-tag", "noindex");
    if (!file) return reply.code(404).type("text/plain").send("This link has expired. Ask for a new one.");
    return reply.redirect(signedFileUrl(secret, file.storage_key, now), 302);
  });
}
