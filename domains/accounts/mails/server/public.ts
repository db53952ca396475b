import { randomUUID } from "node:crypto";
import type { Server } from "#core/server/serve.ts";
import type { Origin, Unit } from "#core/server/unit.ts";
import { noticeJob } from "./jobs.ts";
import { notify } from "./notify.ts";
import { strangeBrowser } from "./store.ts";

export { noticeJob } from "./jobs.ts";

interface Person {
  readonly dealer_id: number;
  readonly user_id: number;
}

type Where = Pick<Origin, "ip" | "agent">;

/** Tells a person by mail, after the commit, that their password was changed; `where`: from which browser. */
export async function tellPasswordChanged(unit: Unit, { dealer_id, user_id }: Person, where: Where): Promise<void> {
  const { ip, agent } = where;
  const notice = { dealer_id, user_id, ip, agent, about: "password changed" } as const;
  unit.enqueue(noticeJob, { ...notice, reference: randomUUID(), at: unit.now().toISOString() });
}

const ninetyDays = 90 * 24 * 3600 * 1000;

/**
 * Tells a person by mail of a sign-in from a browser, at an address, that they have not used in 90 days. Not of their
 * very first one. Needs a unit on the platform's rows, after the session was completed.
 */
export async function tellNewSignIn(unit: Unit, person: Person & { session_id: number }): Promise<void> {
  const { dealer_id, user_id, session_id } = person;
  const strange = await strangeBrowser(unit.db, session_id, new Date(unit.now().getTime() - ninetyDays));
  if (!strange) return;
  const notice = { dealer_id, user_id, ...strange, about: "new sign-in" } as const;
  unit.enqueue(noticeJob, { ...notice, reference: randomUUID(), at: unit.now().toISOString() });
}

/** Sends notices in this process. */
export async function workMails(server: Server): Promise<void> {
  await server.ports.jobs.work(noticeJob, (notice) => notify(server, notice));
}
