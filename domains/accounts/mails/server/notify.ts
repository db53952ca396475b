import type { Server } from "#core/server/serve.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { deviceOf, formatInTimeZone, noticeMail } from "../rules.ts";
import type { Notice } from "./jobs.ts";
import { noticeRecipientById } from "./store.ts";

/** Sends a notice. Throws unless the mail provider certainly took it, so that the job is retried. */
export async function notify({ within, ports, log }: Server, notice: Notice): Promise<void> {
  const { dealer_id, user_id, reference, about, at, ip, agent, member = "" } = notice;
  const leaveBy = deadlineIn(ports.clock);
  const recipient = await within.business({ dealer_id }, "notice", ({ db }) =>
    noticeRecipientById(db, dealer_id, user_id),
  );
  if (!recipient) return;
  const when = formatInTimeZone(recipient.time_zone ?? "America/New_York", new Date(at));
  const event = { first_name: recipient.first_name, when, device: deviceOf(agent), ip, member };
  const mail = noticeMail(about, event);
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, to: notice.to ?? recipient.email, headers, reference }, leaveBy);
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`A notice was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ user_id, reference }, "a notice was refused");
}
