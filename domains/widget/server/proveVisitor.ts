import { timingSafeEqual } from "node:crypto";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { recordConsent } from "#domains/customers/server/public.ts";
import { confirmFromWebsite } from "#domains/inbox/conversation/server/public.ts";
import { widgetTexts } from "../rules.ts";
import { dropCode, tryCode } from "./codeStore.ts";
import { markProved, type VisitorSession } from "./sessionStore.ts";
import { hashOfCode } from "./visitorToken.ts";

/** Who says that a phone is theirs. */
interface Claim {
  readonly session: VisitorSession;
  readonly code: string;
  readonly business: string;
  readonly ip: string;
}

/**
 * Compares a code with the one that was texted to the session's phone. The right one proves the phone: the conversation is
 * confirmed, and so is what its visitor agreed to.
 *
 * @returns false for a wrong code, and without one.
 */
export async function proveVisitor(
  unit: UnitOfWork,
  scope: LocationKey,
  secret: string,
  { session, code, business, ip }: Claim,
): Promise<boolean> {
  const { dealer_id } = scope;
  const { phone, message_id } = session;
  const now = unit.now();
  const texted = await tryCode(unit.db, dealer_id, phone, now);
  if (!texted || !timingSafeEqual(texted, hashOfCode(secret, dealer_id, phone, code.replace(/\D/g, "")))) return false;
  await dropCode(unit.db, dealer_id, phone);
  await markProved(unit.db, dealer_id, session.id, now);
  await confirmFromWebsite(unit, scope, message_id, session.at);
  const evidence = `Entered the code that was texted to this phone.\nAddress: ${ip}`;
  const words = widgetTexts.disclosure(business);
  await recordConsent(unit, {
    dealer_id,
    phone,
    event: "granted",
    source: "widget",
    scope: "conversation",
    words,
    evidence,
  });
  return true;
}
