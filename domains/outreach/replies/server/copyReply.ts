import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";
import { Id, isEmail } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import { parseMail } from "#core/server/receivedMail.ts";
import type { Server } from "#core/server/serve.ts";
import { mailReference } from "#core/server/signedLink.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { typedMail } from "#domains/marketing/sender/rules.ts";
import { afterAnswer, leaseMs } from "#domains/outreach/rules.ts";
import { deadlineIn } from "#ports/deadline.ts";
import type { MailFile, MailResult } from "#ports/email/email.ts";
import { copyHeader } from "../rules.ts";
import { changeCopy, dueCopies, type EmailReplyKey, type LockedEmailReply, lockReply } from "./store.ts";

/** Sends the copy of one reply to where replies went before they came here. */
export const copyReplyJob = job("outreach.copyReply", z.object({ dealer_id: Id, location_id: Id, id: Id }), {
  expires: 120,
});

/** Takes up copies that a crash left, or that the mail server didn't take. */
export const sweepCopiesJob = job("outreach.sweepCopies", z.object({}), { retries: 0, expires: 300, concurrency: 1 });

/** Bytes of attachments that a copy has at most; many mailboxes take no more. */
const mostBytes = 18_000_000;

type CopyingServer = Pick<Server, "within" | "ports" | "secret">;

/** Commits that a copy leaves, hands it over once, and commits the answer. */
export async function copyReply(server: CopyingServer, { dealer_id, location_id, id }: EmailReplyKey): Promise<void> {
  const key = { dealer_id, location_id, id };
  const reply = await server.within.business(key, "a copy of a reply", (unit) => begin(unit, key));
  if (!reply) return;
  const result = await send(server, reply);
  await server.within.business(key, "a copy of a reply", (unit) => settle(unit, key, result));
}

async function begin({ db, now }: UnitOfWork, key: EmailReplyKey): Promise<LockedEmailReply | undefined> {
  const reply = await lockReply(db, key);
  if (reply?.copy_due_at == null || reply.copy_due_at > now()) return undefined;
  if (reply.copy_state === "sending") {
    await changeCopy(db, key, { copy_state: "unknown", copy_due_at: null });
    return undefined;
  }
  const copy_due_at = new Date(now().getTime() + leaseMs);
  await changeCopy(db, key, { copy_state: "sending", copy_due_at, copy_attempts: reply.copy_attempts + 1 });
  return { ...reply, copy_attempts: reply.copy_attempts + 1 };
}

/** The copy looks as the reply would have: answering it answers the customer. */
async function send({ ports, secret }: CopyingServer, reply: LockedEmailReply): Promise<MailResult> {
  const { dealer_id, email_id, id, sender, subject, words, quoted, files, copy_to } = reply;
  const leaveBy = deadlineIn(ports.clock);
  const attachments = await filesOf({ ports }, reply);
  const missing = files.length > attachments.length ? `Attachments: ${files.join(", ")}` : "";
  const body = [words, missing, quoted].filter(Boolean).join("\n\n");
  return ports.email.send(
    {
      ...typedMail(subject || "Reply", body || "(No text)"),
      to: copy_to,
      fromName: `${sender.replace("@", " at ")} via Rooftop`,
      ...(isEmail(sender) && { replyTo: sender }),
      // The last place is the reply's, so that no reference of an email is the same.
      reference: mailReference(secret, dealer_id, 0, 0, email_id, id),
      headers: { [copyHeader]: String(id), "Auto-Submitted": "auto-generated" },
      ...(attachments.length > 0 && { attachments }),
    },
    leaveBy,
  );
}

async function filesOf({ ports }: Pick<Server, "ports">, { storage_key }: LockedEmailReply): Promise<MailFile[]> {
  const stored = storage_key === null ? undefined : await ports.storage.get(storage_key);
  if (!stored) return [];
  const mail = await parseMail(await buffer(Readable.from(stored.stream())), 25_000_000);
  let left = mostBytes;
  return (mail?.attachments ?? []).flatMap(({ filename, mimeType, content, disposition, related }) => {
    if (typeof content === "string" || disposition === "inline" || related) return [];
    left -= content.byteLength;
    return left < 0 ? [] : [{ name: filename ?? "Attachment", type: mimeType, bytes: new Uint8Array(content) }];
  });
}

async function settle({ db, now, enqueue }: UnitOfWork, key: EmailReplyKey, result: MailResult): Promise<void> {
  const reply = await lockReply(db, key);
  if (reply?.copy_state !== "sending" && reply?.copy_state !== "unknown") return;
  const change = afterAnswer(result, reply.copy_attempts, now());
  if (change.state !== "waiting") return changeCopy(db, key, { copy_state: change.state, copy_due_at: null });
  const delaySeconds = Math.ceil((change.due_at.getTime() - now().getTime()) / 1000);
  enqueue(copyReplyJob, key, { delaySeconds });
  await changeCopy(db, key, { copy_state: "waiting", copy_due_at: change.due_at });
}

async function sweepCopies({ within, ports }: Pick<Server, "within" | "ports">): Promise<void> {
  await within.eachCell("copies that are due", async ({ db, enqueue }) => {
    for (const key of await dueCopies(db, ports.clock.now()))
      enqueue(copyReplyJob, key, { dedupeKey: `${key.dealer_id}.${key.id}` });
  });
}

export const copyWorkers = [
  worker(copyReplyJob, copyReply),
  worker(sweepCopiesJob, sweepCopies, { schedule: "* * * * *", atStart: sweepCopies }),
];
