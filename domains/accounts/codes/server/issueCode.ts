import { randomInt, randomUUID } from "node:crypto";
import { Failure } from "#core/failure.ts";
import type { Surroundings } from "#core/server/serve.ts";
import type { Unit } from "#core/server/unit.ts";
import { codeMail } from "#domains/accounts/mails/rules.ts";
import { platformSender } from "#domains/locations/server/public.ts";
import {
  codeReference,
  codeSeconds,
  codeText,
  masked,
  pleaseWait,
  resendAfter,
  secondsToWait,
  sendings,
} from "../rules.ts";
import { hashCode } from "./hashCode.ts";
import { type CodeKey, insertCode, lockPerson, removeCode, type SentLately, sentLately, setTaken } from "./store.ts";

export interface CodeRequest extends CodeKey {
  /** The address that the person signs in with: codes are counted on it, and go to it where no text can be sent. */
  readonly email: string;
  /** Where the code goes by text, E.164; empty: by mail alone. */
  readonly phone: string;
  /** By text, and by mail only where no text can be sent (the default); by text alone; or both at once. */
  readonly ways?: "text, else mail" | "text" | "text and mail";
  /** What is proved by the code having come by text, given back when it is used; a mailed code proves nothing of a phone. */
  readonly subject?: string;
}

export interface IssuedCode {
  /** Where it went, masked. */
  readonly sent_to: string;
  /** Seconds until another one may be asked for. */
  readonly resend_after: number;
}

type Context = Pick<Surroundings, "within" | "ports" | "limits" | "origin" | "secret" | "log">;

/**
 * Sends a new code; the older ones of this person and purpose work no more. The code itself is only in this function's
 * memory and in the message: what is stored is its keyed hash, and it works from the moment the provider took it.
 *
 * @throws Failure `tooMany` with the seconds to wait, `unavailable` when no way took it.
 */
export async function issueCode(context: Context, request: CodeRequest): Promise<IssuedCode> {
  const { within, limits, origin, ports } = context;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const kept = await within.platform("code", (unit) => keep(unit, context.secret, request, code), origin);
  let sent: Sent | undefined;
  try {
    await limits.use("codes", request.email.toLowerCase(), sendings.points, sendings.seconds);
    sent = await handOver(context, request, code);
  } finally {
    const { id } = kept;
    const subject = sent?.byText ? (request.subject ?? "") : "";
    const expires_at = expiryOf(ports.clock.now());
    await within.platform("code", ({ db }) => (sent ? setTaken(db, { id, subject, expires_at }) : removeCode(db, id)));
  }
  if (!sent) throw new Failure("unavailable", "The code could not be sent. Please try again in a moment.");
  return { sent_to: masked(sent.to), resend_after: resendAfter(kept.sent) };
}

/** Refuses while another code has to wait, before anything is done that would then be for nothing. */
export async function mayIssue({ within, ports }: Pick<Context, "within" | "ports">, key: CodeKey): Promise<void> {
  const now = ports.clock.now();
  refuseTooSoon(await within.lookup("code", (db) => sentLately(db, key, now)), now);
}

function refuseTooSoon(sent: SentLately, now: Date): void {
  const wait = secondsToWait(sent, now);
  if (wait === 0) return;
  throw new Failure("tooMany", `A code was just sent. ${pleaseWait(wait)}`, { retryAfter: wait });
}

/** Stores the code's hash before anybody is asked to carry it. */
async function keep({ db, now }: Unit, secret: string, request: CodeRequest, code: string) {
  await lockPerson(db, request);
  const sent = await sentLately(db, request, now());
  refuseTooSoon(sent, now());
  const { purpose, dealer_id, user_id, bound_to } = request;
  const key = { purpose, dealer_id, user_id, bound_to };
  const code_hash = hashCode(secret, key, code);
  const row = { ...key, code_hash, created_at: now(), expires_at: expiryOf(now()) };
  return { id: await insertCode(db, row, now()), sent: sent.count + 1 };
}

const expiryOf = (taken: Date) => new Date(taken.getTime() + codeSeconds * 1000);

interface Sent {
  readonly to: string;
  readonly byText: boolean;
}

/** Answers where it went; undefined when nobody took it. */
async function handOver(context: Context, request: CodeRequest, code: string): Promise<Sent | undefined> {
  const { phone, email, ways = "text, else mail" } = request;
  const texted = phone !== "" && (await byText(context, request, code));
  const mails = ways === "text and mail" || (ways === "text, else mail" && !texted);
  const mailed = mails && (await byMail(context, request, code));
  if (texted) return { to: phone, byText: true };
  return mailed ? { to: email, byText: false } : undefined;
}

async function byText({ within, ports, log }: Context, request: CodeRequest, code: string): Promise<boolean> {
  const { dealer_id, user_id, phone } = request;
  const from = await within.lookup("code", (db) => platformSender(db, dealer_id));
  if (!from) return false;
  const reference = codeReference(randomUUID());
  const result = await ports.sms.send({ from, to: phone, body: codeText(code), media: [], reference });
  if (result.kind !== "accepted")
    log.warn({ user_id, reference, outcome: result.kind }, "a code was not taken as text");
  // Lost: it may well arrive.
  return result.kind === "accepted" || result.kind === "lost";
}

async function byMail({ ports, log }: Context, { email, user_id }: CodeRequest, code: string): Promise<boolean> {
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...codeMail(code), to: email, headers, reference });
  if (result.kind !== "accepted")
    log.warn({ user_id, reference, outcome: result.kind }, "a code was not taken as mail");
  return result.kind === "accepted" || result.kind === "lost";
}
