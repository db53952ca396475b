import { createHmac, randomInt, randomUUID, timingSafeEqual } from "node:crypto";
import { Failure, invalidField } from "#core/failure.ts";
import type { Deps } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { phoneProblemFor } from "#domains/locations/countries/server/public.ts";
import { maySendMarketing } from "#domains/locations/registration/rules.ts";
import { platformSender } from "#domains/locations/server/public.ts";
import { hasOptedOut } from "#domains/platformInbox/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { wrongCodeText } from "../fields.ts";
import { codeMail } from "../mails/rules.ts";
import {
  cantTextText,
  codeReference,
  codeSeconds,
  codeText,
  guessLimit,
  heldCodesText,
  mailedInsteadText,
  maskAddress,
  pleaseWaitText,
  resendAfter,
  secondsToWait,
  sendLimit,
} from "../rules.ts";
import { countAttempt } from "./browsers.ts";
import {
  type CodeKey,
  insertCode,
  lockUserRow,
  markAccepted,
  markUsed,
  recentCodes,
  removeCode,
  tryCode,
} from "./codeStore.ts";

export interface CodeRequest extends CodeKey {
  /** The login email: codes are rate-limited by it, and mailed to it when no text can be sent. */
  readonly email: string;
  readonly isKnownBrowser: boolean;
  /** The phone to text, E.164; empty: mail only. */
  readonly phone: string;
  /** Default: text, and mail only if the text can't be sent. */
  readonly channel?: "text, else mail" | "text" | "text and mail";
  /** What a texted code verifies, returned when it is used; a mailed code verifies no phone. */
  readonly subject?: string;
  /** What the mail offers besides the code. */
  readonly link?: string;
}

export interface IssuedCode {
  /** Where it went, masked. */
  readonly sent_to: string;
  /** Seconds until another one may be requested. */
  readonly resend_after: number;
  /** Why it went by mail, when the phone replied STOP; otherwise empty. */
  readonly notice: string;
}

type CodeDeps = Pick<Deps, "within" | "ports" | "limits" | "origin" | "secret" | "log">;

/**
 * Sends a new code and voids the person's older ones for this purpose. Only its keyed hash is stored; its lifetime starts
 * when the provider accepts it.
 *
 * @throws Failure `tooMany` with the seconds to wait, `unavailable` when no channel accepted it, `conflict` when it may
 * only be texted to a phone that replied STOP.
 */
export async function issueCode(deps: CodeDeps, request: CodeRequest): Promise<IssuedCode> {
  const { within, limits, origin, ports } = deps;
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  const stored = await within.cellOf(request, "code", (unit) => storeCode(unit, deps.secret, request, code), origin);
  let sent: Delivery | undefined;
  try {
    const { email: account, isKnownBrowser } = request;
    await countAttempt(limits, sendLimit(request.purpose), { account, isKnownBrowser });
    sent = await deliverCode(deps, request, code);
  } finally {
    const { id } = stored;
    const subject = sent?.isText ? (request.subject ?? "") : "";
    const expires_at = expiryOf(ports.clock.now());
    await within.cellOf(request, "code", ({ db }) =>
      sent ? markAccepted(db, { id, subject, expires_at }) : removeCode(db, id),
    );
  }
  if (!sent) throw new Failure("unavailable", "We couldn't send the code. Try again in a moment.");
  const { to, notice } = sent;
  return { sent_to: maskAddress(to), resend_after: resendAfter(stored.sent), notice };
}

/** Seconds until another code may be sent; 0: now. */
export async function secondsUntilNextCode(
  { within, ports }: Pick<CodeDeps, "within" | "ports">,
  key: CodeKey,
): Promise<number> {
  const now = ports.clock.now();
  return secondsToWait(await within.cellOf.read(key, "code", (db) => recentCodes(db, key, now)), now);
}

/** Throws `tooMany` while another code has to wait, so that callers can check before they change anything. */
export async function assertMayIssue(deps: Pick<CodeDeps, "within" | "ports">, key: CodeKey): Promise<void> {
  refuseTooSoon(await secondsUntilNextCode(deps, key));
}

function refuseTooSoon(wait: number): void {
  if (wait === 0) return;
  throw new Failure("tooMany", `A code was just sent. ${pleaseWaitText(wait)}`, { retryAfter: wait });
}

/** Stores the code's hash before it is sent. */
async function storeCode({ db, now }: UnitOfWork, secret: string, request: CodeRequest, code: string) {
  await lockUserRow(db, request);
  const sent = await recentCodes(db, request, now());
  refuseTooSoon(secondsToWait(sent, now()));
  const { purpose, dealer_id, user_id, bound_to } = request;
  const key = { purpose, dealer_id, user_id, bound_to };
  const code_hash = hashCode(secret, key, code);
  const from_known_browser = request.isKnownBrowser;
  const row = { ...key, from_known_browser, code_hash, created_at: now(), expires_at: expiryOf(now()) };
  return { id: await insertCode(db, row, now()), sent: sent.count + 1 };
}

const expiryOf = (acceptedAt: Date) => new Date(acceptedAt.getTime() + codeSeconds * 1000);

interface Delivery {
  readonly to: string;
  readonly isText: boolean;
  readonly notice: string;
}

/** Returns where the code went; undefined when no provider accepted it. */
async function deliverCode(deps: CodeDeps, request: CodeRequest, code: string): Promise<Delivery | undefined> {
  const { phone, email, channel = "text, else mail" } = request;
  const { isTaken: texted, stoppedFor, isHeld } = phone === "" ? noText : await sendText(deps, request, code);
  if (isHeld && channel === "text") throw new Failure("conflict", heldCodesText);
  if (stoppedFor && channel === "text") throw new Failure("conflict", cantTextText(phone, stoppedFor));
  const notice = stoppedFor ? mailedInsteadText(phone, stoppedFor) : "";
  const needsMail = channel === "text and mail" || (channel === "text, else mail" && !texted);
  const mailed = needsMail && (await sendMail(deps, request, code, notice));
  if (texted) return { to: phone, isText: true, notice };
  return mailed ? { to: email, isText: false, notice } : undefined;
}

interface TextOutcome {
  readonly isTaken: boolean;
  /** Our number, when the phone replied STOP to it. */
  readonly stoppedFor?: string;
  /** The number that sends codes isn't registered with carriers yet. */
  readonly isHeld?: boolean;
}

const noText: TextOutcome = { isTaken: false };

async function sendText({ within, ports, log }: CodeDeps, request: CodeRequest, code: string): Promise<TextOutcome> {
  const { dealer_id, user_id, phone } = request;
  const leaveBy = deadlineIn(ports.clock);
  const sender = await within.cellOf.read({ dealer_id }, "code", (db) => platformSender(db, dealer_id));
  if (!sender) return noText;
  if (!maySendMarketing(sender.registration)) return { isTaken: false, isHeld: true };
  const { number: from } = sender;
  if (await within.cellOf.read({ dealer_id }, "code", (db) => phoneProblemFor(db, dealer_id, phone))) return noText;
  if (await within.control.read("code", (db) => hasOptedOut(db, phone))) return { isTaken: false, stoppedFor: from };
  const reference = codeReference(randomUUID());
  const result = await ports.sms.send({ from, to: phone, body: codeText(code), media: [], reference }, leaveBy);
  if (result.kind !== "accepted") log.warn({ user_id, reference, outcome: result.kind }, "a code could not be texted");
  // The carrier keeps a list of its own.
  if (result.kind === "refused" && result.refusal.class === "opted_out") return { isTaken: false, stoppedFor: from };
  // A lost response counts: the text may still arrive.
  return { isTaken: result.kind === "accepted" || result.kind === "lost" };
}

async function sendMail(
  { ports, log }: CodeDeps,
  { email, user_id, link }: CodeRequest,
  code: string,
  notice: string,
): Promise<boolean> {
  const reference = codeReference(randomUUID());
  const headers = { "Auto-Submitted": "auto-generated" };
  const mail = { ...codeMail(code, notice, link), to: email, headers, reference };
  const result = await ports.email.send(mail, deadlineIn(ports.clock));
  if (result.kind !== "accepted") log.warn({ user_id, reference, outcome: result.kind }, "a code could not be emailed");
  return result.kind === "accepted" || result.kind === "lost";
}

export interface Guess extends CodeKey {
  /** The login email; guesses are rate-limited by it, those of a reset by its ticket. */
  readonly email: string;
  readonly isKnownBrowser: boolean;
  readonly otp: string;
}

/**
 * Compares a guess with the newest code. A match uses the code up and runs `onMatch` in the same transaction.
 *
 * @throws Failure `invalid` at `otp`, the same for every rejected code; `tooMany` after 30 guesses in an hour.
 */
export async function checkCode<T>(
  { within, limits, origin, secret }: Pick<Deps, "within" | "limits" | "origin" | "secret">,
  guess: Guess,
  onMatch: (unit: UnitOfWork, code: { subject: string }) => Promise<T>,
): Promise<T> {
  await countGuess(limits, guess);
  const outcome = await within.cellOf(
    guess,
    "code",
    async (unit) => {
      // Don't throw in here: a wrong guess only counts if the transaction commits.
      const candidate = await tryCode(unit.db, guess, unit.now());
      if (!candidate || !timingSafeEqual(candidate.code_hash, hashCode(secret, guess, guess.otp))) {
        if (guess.purpose === "sign_in") await auditWrongCode(unit, guess);
        return undefined;
      }
      await markUsed(unit.db, candidate.id, unit.now());
      return { value: await onMatch(unit, { subject: candidate.subject }) };
    },
    origin,
  );
  if (!outcome) throw invalidField("otp", wrongCodeText);
  return outcome.value;
}

/** Audited, because the person who gets this far knows the password. */
async function auditWrongCode({ audit }: UnitOfWork, { dealer_id, user_id }: Guess): Promise<void> {
  await audit({ action: "entered a wrong sign-in code", subject: "user", subject_id: user_id, dealer_id, user_id });
}

/** Counts a guess, whether or not an account exists, so that both look the same from outside. */
export async function countGuess(
  limits: Deps["limits"],
  { purpose, bound_to, email, isKnownBrowser }: Pick<Guess, "purpose" | "bound_to" | "email" | "isKnownBrowser">,
): Promise<void> {
  const account = purpose === "reset" ? bound_to : email;
  await countAttempt(limits, guessLimit(purpose), { account, isKnownBrowser });
}

/** A keyed hash, so that a leaked database can't be brute-forced; it covers the purpose, so a code fits nowhere else. */
function hashCode(secret: string, { purpose, dealer_id, user_id, bound_to }: CodeKey, code: string): Buffer {
  const input = JSON.stringify(["code", purpose, dealer_id, user_id, bound_to, code]);
  return createHmac("sha256", secret).update(input).digest();
}
