import type { Server } from "#core/server/serve.ts";
import { deviceOf, momentIn, newSignInMail, passwordChangedMail } from "../rules.ts";
import type { Notice } from "./jobs.ts";
import { readerById } from "./store.ts";

/** Sends a notice. Throws when the carrier of mails did not surely take it, so that it is tried again. */
export async function notify({ within, ports, log }: Server, notice: Notice): Promise<void> {
  const { dealer_id, user_id, reference, at, ip, agent } = notice;
  const reader = await within.business({ dealer_id }, "notice", ({ db }) => readerById(db, dealer_id, user_id));
  if (!reader) return;
  const when = momentIn(reader.time_zone ?? "America/New_York", new Date(at));
  const happening = { first_name: reader.first_name, when, device: deviceOf(agent), ip };
  const mail = notice.about === "password changed" ? passwordChangedMail(happening) : newSignInMail(happening);
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, to: reader.email, headers, reference });
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`A notice was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ user_id, reference }, "a notice was refused");
}
