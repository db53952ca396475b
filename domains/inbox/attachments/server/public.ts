import { invalid } from "#core/failure.ts";
import type { LocationScope } from "#core/people.ts";
import { fileAddressUntil } from "#core/server/fileAddress.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unit.ts";
import type { ChatAttachment } from "../contract.ts";
import { textWithLinks } from "../rules.ts";
import { sweepAttachmentsJob } from "./jobs.ts";
import { linkTo } from "./link.ts";
import { attachmentsOf, lockDrafts } from "./store.ts";
import { sweep } from "./sweep.ts";

export { linkTo, serveLinks } from "./link.ts";
export { type Outside, receiveFile } from "./receiveFile.ts";
export { attachmentFiles, type Bearer, giveBack, giveTo } from "./store.ts";

/**
 * The files that a person has added to a chat, to be given to a text; held until the end of the transaction.
 *
 * @throws Failure `invalid` for any that is not there, not theirs, or gone already.
 */
export async function claimDrafts(
  db: Db,
  scope: LocationScope,
  of: { chat_id: number; user_id: number },
  given: readonly number[],
): Promise<number[]> {
  const ids = [...new Set(given)];
  if (ids.length === 0) return ids;
  const there = await lockDrafts(db, scope, of, ids);
  if (there.length === ids.length) return ids;
  throw invalid("attachment_ids", "A file is no longer there. Please remove it and add it again.");
}

/** The files of texts that wait for their time, by the text's id. */
export async function attachmentsOfScheduled(
  db: Db,
  dealer_id: number,
  ids: number[],
  addressOf: (storage_key: string) => string,
): Promise<Map<number, ChatAttachment[]>> {
  const files = new Map<number, ChatAttachment[]>();
  for (const { message_id: _, scheduled_id, storage_key, ...file } of await attachmentsOf(
    db,
    dealer_id,
    "scheduled_id",
    ids,
  )) {
    const kind = file.kind === "image" ? ("image" as const) : ("file" as const);
    const known = files.get(scheduled_id ?? 0) ?? [];
    files.set(scheduled_id ?? 0, [...known, { ...file, kind, url: addressOf(storage_key) }]);
  }
  return files;
}

/** The ids of the files of a text that waits for its time, in their order. */
export async function filesOfScheduled(db: Db, dealer_id: number, id: number): Promise<number[]> {
  return (await attachmentsOf(db, dealer_id, "scheduled_id", [id])).map((file) => file.id);
}

/** Milliseconds for which a carrier may fetch a picture: a text can wait for hours in its queue. */
const fetchable = 86_400_000;

/** A text as it goes to the carrier: pictures by addresses that end, links to other files under its words. */
export async function outgoing(
  { secret, publicUrl }: Pick<Server, "secret" | "publicUrl">,
  db: Db,
  text: { dealer_id: number; message_id: number; message: string },
  now: Date,
): Promise<{ body: string; media: string[] }> {
  const { dealer_id, message_id, message } = text;
  const files = await attachmentsOf(db, dealer_id, "message_id", [message_id]);
  const until = new Date(now.getTime() + fetchable);
  const media = files
    .filter(({ kind }) => kind === "image")
    .map(({ storage_key }) => publicUrl + fileAddressUntil(secret, storage_key, until));
  const links = files
    .filter(({ kind }) => kind === "file")
    .map(({ id, name }) => ({ name, link: publicUrl + linkTo(secret, dealer_id, id, now) }));
  return { body: textWithLinks(message, links), media };
}

/** Removes in this process what was added and never sent. */
export async function workAttachments(server: Server): Promise<void> {
  await server.ports.jobs.work(sweepAttachmentsJob, () => sweep(server));
  await server.ports.jobs.schedule(sweepAttachmentsJob, "23 * * * *", {});
}
