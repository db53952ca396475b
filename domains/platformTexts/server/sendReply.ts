import type { Server } from "#core/server/serve.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { claimReply, setReplyState } from "./store.ts";

/** Sends the automatic reply to a text, at most once: one whose response was lost is not repeated. */
export async function sendReply({ within, ports, log }: Server, { id }: { id: number }): Promise<void> {
  const leaveBy = deadlineIn(ports.clock);
  const claimed = await within.platform("reply of the platform", ({ db }) => claimReply(db, id));
  if (!claimed) return;
  const { number: from, phone: to, reply: body } = claimed;
  const { kind } = await ports.sms.send({ from, to, body, media: [], reference: `platform.${id}` }, leaveBy);
  const states = { accepted: "sent", refused: "failed", busy: "queued", lost: "unknown" } as const;
  await within.platform("reply of the platform", ({ db }) => setReplyState(db, id, states[kind]));
  if (kind === "busy") throw new Error("The carrier timed out on an automatic reply");
  if (kind !== "accepted") log.warn({ id, outcome: kind }, "the carrier refused an automatic reply of the platform");
}
