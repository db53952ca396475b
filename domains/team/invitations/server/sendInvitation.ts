import { randomUUID } from "node:crypto";
import { Failure, found } from "#core/failure.ts";
import type { Surroundings } from "#core/server/serve.ts";
import { codeReference } from "#domains/accounts/codes/rules.ts";
import { invitationMail } from "#domains/accounts/mails/rules.ts";
import { platformSender } from "#domains/locations/server/public.ts";
import { invitationDays, invitationLink, invitationText } from "../rules.ts";
import { inviter } from "./store.ts";

export interface Letter {
  readonly dealer_id: number;
  readonly email: string;
  readonly phone: string;
  readonly invited_by: number;
  readonly token: string;
}

type Context = Pick<Surroundings, "within" | "ports" | "publicUrl" | "log">;

/**
 * Hands an invitation to the carriers at once: a queue would store its link. Answers where it went.
 *
 * @throws Failure `unavailable` when nobody took it.
 */
export async function sendInvitation(context: Context, letter: Letter): Promise<{ email: string; phone: string }> {
  const { dealer_id, email, phone, invited_by, token } = letter;
  const from = found(await context.within.lookup("invitation", (db) => inviter(db, dealer_id, invited_by)));
  const words = { ...from, link: invitationLink(context.publicUrl, token) };
  const mailed = email !== "" && (await byMail(context, email, words));
  const texted = phone !== "" && (await byText(context, letter, invitationText(words)));
  if (!mailed && !texted) {
    const where = email ? "email" : "phone number";
    throw new Failure("unavailable", `The invitation could not be sent. Please check the ${where}, or try again later`);
  }
  return { email: mailed ? email : "", phone: texted ? phone : "" };
}

interface Words {
  readonly business_name: string;
  readonly invited_by: string;
  readonly link: string;
}

async function byMail({ ports, log }: Context, to: string, words: Words): Promise<boolean> {
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const mail = invitationMail({ ...words, days: invitationDays });
  const { kind } = await ports.email.send({ ...mail, to, headers, reference });
  if (kind !== "accepted") log.warn({ reference, outcome: kind }, "an invitation was not taken as mail");
  // Lost: it may well arrive.
  return kind === "accepted" || kind === "lost";
}

async function byText(context: Context, { dealer_id, phone: to }: Letter, body: string): Promise<boolean> {
  const from = await context.within.lookup("invitation", (db) => platformSender(db, dealer_id));
  if (!from) return false;
  const reference = codeReference(randomUUID());
  const { kind } = await context.ports.sms.send({ from, to, body, media: [], reference });
  if (kind !== "accepted") context.log.warn({ reference, outcome: kind }, "an invitation was not taken as text");
  return kind === "accepted" || kind === "lost";
}
