import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isTooSoon, type MailVisit, machineVisits, maxVisits, stampsOf } from "../rules.ts";
import { isProgram } from "./isProgram.ts";
import { insertVisit, lockMail, type MailKey, markMachines, stampVisits, visitsOf } from "./visitStore.ts";

/**
 * Keeps that a mail was opened, or a link of it followed. Who it was is judged here by the program's name and the time;
 * neither the name nor the address is kept.
 */
export async function recordVisit(
  { db, now }: UnitOfWork,
  mail: MailKey,
  { kind, link_n, agent }: Pick<MailVisit, "kind" | "link_n"> & { readonly agent: string },
): Promise<void> {
  const handed_at = await lockMail(db, mail);
  if (handed_at === undefined) return;
  const at = now();
  const is_machine = link_n === 0 || isProgram(agent) || isTooSoon(kind, at, handed_at);
  const known = await visitsOf(db, mail);
  if (known.filter((visit) => visit.is_machine === is_machine).length >= maxVisits) return;
  await insertVisit(db, mail, { kind, link_n, at, is_machine });
  const visits = await visitsOf(db, mail);
  const machines = new Set(machineVisits(visits));
  await markMachines(db, mail.dealer_id, [...machines]);
  await stampVisits(
    db,
    mail,
    stampsOf(visits.map((visit) => ({ ...visit, is_machine: visit.is_machine || machines.has(visit.id) }))),
  );
}
