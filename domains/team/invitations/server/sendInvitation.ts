import { randomUUID } from "node:crypto";
import { Failure, orNotFound } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import { codeReference } from "#domains/accounts/codes/rules.ts";
import { invitationMail } from "#domains/accounts/mails/rules.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { platformSender } from "#domains/locations/server/public.ts";
import { hasOptedOut } from "#domains/platformTexts/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { invitationDays, invitationLink, invitationText } from "../rules.ts";
import { inviter } from "./store.ts";

export interface InvitationDelivery {
  readonly dealer_id: number;
  readonly email: string;
  readonly phone: string;
  readonly invited_by: number;
  readonly token: string;
}

type InvitationDeps = Pick<Deps, "within" | "ports" | "publicUrl" | "log">;

/**
 * Sends an invitation at once, because a queue would store its link. Returns where it went.
 *
 * @throws Failure `unavailable` when no provider accepted it.
 */
export async function sendInvitation(
  deps: InvitationDeps,
  invitation: InvitationDelivery,
): Promise<{ email: string; phone: string }> {
  const { dealer_id, email, phone, invited_by, token } = invitation;
  const inviterNames = orNotFound(await deps.within.lookup("invitation", (db) => inviter(db, dealer_id, invited_by)));
  const content = { ...inviterNames, link: invitationLink(deps.publicUrl, token) };
  const mailed = email !== "" && (await sendMail(deps, email, content));
  const texted = phone !== "" && (await sendText(deps, invitation, invitationText(content)));
  if (!mailed && !texted) {
    const where = email ? "email" : "phone number";
    throw new Failure("unavailable", `We couldn't send the invitation. Check the ${where}, or try again later`);
  }
  return { email: mailed ? email : "", phone: texted ? phone : "" };
}

interface InvitationContent {
  readonly business_name: string;
  readonly invited_by: string;
  readonly link: string;
}

async function sendMail({ ports, log }: InvitationDeps, to: string, content: InvitationContent): Promise<boolean> {
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const mail = invitationMail({ ...content, days: invitationDays });
  const { kind } = await ports.email.send({ ...mail, to, headers, reference }, deadlineIn(ports.clock));
  if (kind !== "accepted") log.warn({ reference, outcome: kind }, "an invitation could not be emailed");
  // A lost response counts: the mail may still arrive.
  return kind === "accepted" || kind === "lost";
}

async function sendText(
  deps: InvitationDeps,
  { dealer_id, phone: to }: InvitationDelivery,
  body: string,
): Promise<boolean> {
  const leaveBy = deadlineIn(deps.ports.clock);
  const from = await deps.within.lookup("invitation", (db) => platformSender(db, dealer_id));
  if (!from || (await deps.within.lookup("invitation", (db) => hasOptedOut(db, to)))) return false;
  if (await deps.within.lookup("invitation", (db) => phoneProblemFor(db, dealer_id, to))) return false;
  const reference = codeReference(randomUUID());
  const { kind } = await deps.ports.sms.send({ from, to, body, media: [], reference }, leaveBy);
  if (kind !== "accepted") deps.log.warn({ reference, outcome: kind }, "an invitation could not be texted");
  return kind === "accepted" || kind === "lost";
}
