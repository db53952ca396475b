import { randomUUID } from "node:crypto";
import type { PersonKey, SessionKey } from "#core/people.ts";
import type { Origin, UnitOfWork } from "#core/server/unitOfWork.ts";
import { noticeJob } from "./jobs.ts";
import { unfamiliarBrowser } from "./store.ts";

type Browser = Pick<Origin, "ip" | "agent">;

/** Emails a person, after the commit, that their password was changed, and from which browser. */
export async function notifyPasswordChanged(
  unit: UnitOfWork,
  { dealer_id, user_id }: PersonKey,
  browser: Browser,
): Promise<void> {
  const { ip, agent } = browser;
  const notice = { dealer_id, user_id, ip, agent, about: "password changed" } as const;
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
  const notice = { dealer_id, user_id, ...browser, about: "new sign-in" } as const;
  unit.enqueue(noticeJob, { ...notice, reference: randomUUID(), at: unit.now().toISOString() });
}
