import { randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { Failure, found } from "#core/failure.ts";
import { fileAddress } from "#core/server/fileAddress.ts";
import type { StaffContext } from "#core/server/serve.ts";
import type { ChatAttachment } from "../contract.ts";
import { plainName } from "../rules.ts";
import { prepare } from "./prepare.ts";
import { countDrafts, insertAttachment, isLiveChat } from "./store.ts";

/** More wait to be sent only where somebody fills the storage. */
const mostDrafts = 40;

/** The part of a call's surroundings that works without an open transaction. */
export type Outside = Pick<StaffContext, "within" | "scope" | "origin" | "who" | "ports" | "secret">;

/**
 * Takes a file in that is to go with a chat's next text. No connection is held while it is looked at; its row is there
 * before the file, so that none is kept that nobody knows of.
 */
export async function receiveFile(context: Outside, chat_id: number, file: ReceivedFile): Promise<ChatAttachment> {
  const { within, scope, origin, who, ports, secret } = context;
  const of = { chat_id, user_id: who.user_id };
  await within(scope, origin, async ({ db }) => {
    if (!(await isLiveChat(db, scope, chat_id))) found(undefined);
    if ((await countDrafts(db, scope, of)) < mostDrafts) return;
    throw new Failure("conflict", "Many files wait in this chat already. Please send or remove some first.");
  });
  const { name, kind, type, bytes } = await prepare(file);
  const storage_key = `a/${scope.dealer_id}/${randomBytes(16).toString("hex")}/${plainName(name)}`;
  const row = { ...of, name, kind, type, size: bytes.length, storage_key };
  const id = await within(scope, origin, ({ db, now }) => insertAttachment(db, scope, { ...row, created_at: now() }));
  await ports.storage.put(storage_key, bytes, type);
  return { id, name, kind, type, size: bytes.length, url: fileAddress(secret, storage_key, ports.clock.now()) };
}
