import { randomUUID } from "node:crypto";
import * as z from "zod/mini";
import { Failure } from "#core/failure.ts";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Deps, Server } from "#core/server/serve.ts";
import { newToken } from "#core/server/token.ts";
import { emailProofMail } from "#domains/accounts/mails/rules.ts";
import { codeReference, pleaseWaitText } from "#domains/accounts/rules.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { emailProofDays, emailProofEnd, emailProofLink, secondsToNextProof } from "../rules.ts";
import { insertProof, lastProofSentAt, lockUnproved, removeProof } from "./store.ts";

/** Mails a new business its first link. The link is made when the job runs, so that no queue stores it. */
export const emailProofJob = job("accounts.emailProof", z.object({ dealer_id: z.number() }), {
  retries: 8,
  retryDelay: 15,
});

type MailDeps = Pick<Deps, "within" | "ports" | "publicUrl" | "log">;

/**
 * Mails a link with which the business proves its e-mail. Returns the address; undefined when it is proved already.
 *
 * @throws Failure `tooMany` within a minute of the last one, `unavailable` when the provider didn't take it.
 */
export async function mailProof(deps: MailDeps, dealer_id: number): Promise<string | undefined> {
  const { within, ports, publicUrl, log } = deps;
  const { token, token_hash } = newToken();
  const leaveBy = deadlineIn(ports.clock);
  const business = await within.cellOf({ dealer_id }, "email proof", async ({ db, now }) => {
    const found = await lockUnproved(db, dealer_id);
    if (!found) return undefined;
    const wait = secondsToNextProof(await lastProofSentAt(db, dealer_id), now());
    if (wait > 0) throw new Failure("tooMany", `We just sent one. ${pleaseWaitText(wait)}`, { retryAfter: wait });
    const { user_id, email } = found;
    const times = { sent_at: now(), expires_at: emailProofEnd(now()) };
    await insertProof(db, { dealer_id, user_id, email, token_hash, ...times });
    return found;
  });
  if (!business) return undefined;
  const { first_name, business_name, email } = business;
  const link = emailProofLink(publicUrl, token);
  const mail = emailProofMail({ first_name, business_name, link, days: emailProofDays });
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const { kind } = await ports.email.send({ ...mail, to: email, headers, reference }, leaveBy);
  // A lost response counts: the mail may still arrive.
  if (kind === "accepted" || kind === "lost") return email;
  log.warn({ dealer_id, reference, outcome: kind }, "a link that proves an email could not be sent");
  await within.cellOf({ dealer_id }, "email proof", ({ db }) => removeProof(db, { dealer_id, token_hash }));
  throw new Failure("unavailable", "We couldn't send the email. Try again in a moment.");
}

/** The first link of a new business. Throws when it was not sent, so that the job is retried. */
export async function mailFirstProof(server: Server, { dealer_id }: { dealer_id: number }): Promise<void> {
  const lastSent = await server.within.cellOf.read({ dealer_id }, "email proof", (db) =>
    lastProofSentAt(db, dealer_id),
  );
  if (!lastSent) await mailProof(server, dealer_id);
}

export const emailProofWorkers = [worker(emailProofJob, mailFirstProof)];
