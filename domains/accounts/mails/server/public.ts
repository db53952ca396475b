import { randomUUID } from "node:crypto";
import type { PersonKey, SessionKey } from "#core/people.ts";
import type { Origin, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { NoticeTopic } from "../rules.ts";
import { fullNameOf, noticeJob, ownersOf, unfamiliarBrowser } from "./notices.ts";

type Browser = Pick<Origin, "ip" | "agent">;

/** Emails a person, after the commit, that their password was changed, and from which browser. */
export async function notifyPasswordChanged(
  unit: UnitOfWork,
  { dealer_id, user_id }: PersonKey,
  browser: Browser,
): Promise<void> {
  enqueueNotice(unit, { dealer_id, user_id }, browser, "password changed");
}

/** Emails the owner that codes at sign-in were turned off, for their own account or for the team. */
export async function notifyTwoFactorOff(
  unit: UnitOfWork,
  dealer_id: number,
  whose: "owner" | "team",
  browser: Browser,
): Promise<void> {
  const about = whose === "owner" ? "two-factor off" : "two-factor off for the team";
  for (const user_id of await ownersOf(unit.db, dealer_id)) enqueueNotice(unit, { dealer_id, user_id }, browser, about);
}

/** Emails a person that the phone for their codes was changed; for a member also the owner. */
export async function notifyCodesPhoneChanged(unit: UnitOfWork, person: PersonKey, browser: Browser): Promise<void> {
  const { dealer_id } = person;
  enqueueNotice(unit, person, browser, "codes phone changed");
  const owners = await ownersOf(unit.db, dealer_id);
  if (owners.includes(person.user_id)) return;
  const member = await fullNameOf(unit.db, person);
  for (const user_id of owners) {
    enqueueNotice(unit, { dealer_id, user_id }, browser, "codes phone of a member changed", { member });
  }
}

/** Emails a person at their former address that their login email was changed. */
export function notifyEmailChanged(unit: UnitOfWork, person: PersonKey, former: string, browser: Browser): void {
  enqueueNotice(unit, person, browser, "email changed", { to: former });
}

function enqueueNotice(
  unit: UnitOfWork,
  { dealer_id, user_id }: PersonKey,
  { ip, agent }: Browser,
  about: NoticeTopic,
  details: { to?: string; member?: string } = {},
): void {
  const notice = { dealer_id, user_id, ip, agent, about, ...details };
  unit.enqueue(noticeJob, { ...notice, reference: randomUUID(), at: unit.now().toISOString() });
}

const ninetyDays = 90 * 24 * 3600 * 1000;

/**
 * Emails a person about a sign-in from a browser and IP address that they have not used in 90 days, except the first one
 * ever. Needs a platform unit, after the session was completed.
 */
export async function notifyNewSignIn(unit: UnitOfWork, person: SessionKey): Promise<void> {
  const { dealer_id, user_id, session_id } = person;
  const browser = await unfamiliarBrowser(unit.db, session_id, new Date(unit.now().getTime() - ninetyDays));
  if (!browser) return;
  enqueueNotice(unit, { dealer_id, user_id }, browser, "new sign-in");
}
