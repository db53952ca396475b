import type { LocationKey } from "#core/people.ts";
import type { IntervalWork } from "#core/server/domainManifest.ts";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { isAnswered } from "#domains/leads/server/followLeads.ts";
import { stopClock } from "#domains/leads/server/moveLead.ts";
import { notifyOwner } from "#domains/leads/server/notifyOfLead.ts";
import { changeLead, type LockedLead, lockLead, vehiclesOf } from "#domains/leads/server/store.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import { mostOffers, movesOnText, nextInTurn, type Rule, returnedTo, warnedMinutes } from "../rules.ts";
import { assignWaiting, giveLead, whoStays } from "./assignLeads.ts";
import { type Floor, floorOf } from "./floor.ts";
import { clocksUntil, locationsToAssign, lockSettings, ownersBefore } from "./store.ts";

const minuteMs = 60_000;
const warnedMs = warnedMinutes * minuteMs;
const batch = 500;

/** Warns owners, moves leads that nobody answers, and assigns those that wait. @returns when there is more to do. */
export async function watchLeads(server: Server): Promise<NextRun> {
  const { within, ports, log } = server;
  const now = ports.clock.now();
  const until = new Date(now.getTime() + warnedMs);
  const clocks = (await within.eachCell.read("leads' clocks", (db) => clocksUntil(db, until, batch))).flat();
  const due = clocks.filter(({ answer_due_at, answer_warned }) => answer_due_at <= now || answer_warned === 0);
  const tried = async (location: LocationKey, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      log.error({ err: error, dealer_id: location.dealer_id }, "a lead was not assigned");
    }
  };
  for (const { dealer_id, location_id, id } of due) {
    const location = { dealer_id, location_id };
    await tried(location, () => within.business(location, "a lead's clock", (unit) => followClock(unit, location, id)));
  }
  const waiting = (await within.eachCell.read("leads to assign", locationsToAssign)).flat();
  for (const location of waiting) await tried(location, () => assignWaiting(server, location));
  if (clocks.length === batch && due.length > 0) return "soon";
  const [next] = clocks.filter((clock) => !due.includes(clock));
  return next ? next.answer_due_at : "at rest";
}

export const assignmentIntervalJobs: readonly IntervalWork[] = [
  { name: "leads.assignment", seconds: 5, work: watchLeads },
];

/** Warns the owner of a lead whose clock runs, or moves the lead. What was planned is computed anew: hours change. */
async function followClock(unit: UnitOfWork, location: LocationKey, id: number): Promise<void> {
  const { db, now } = unit;
  await lockSettings(db, location);
  const lead = await lockLead(db, location, id);
  if (!lead?.answer_due_at || !lead.answer_from) return;
  if (lead.owner_id === null || lead.closed_at !== null || (await isAnswered(db, lead))) {
    await stopClock(unit, lead);
    return;
  }
  const floor = await floorOf(db, location, now());
  const rule = floor.rules.find((one) => one.id === lead.answer_rule_id && one.is_on && one.target !== "nobody");
  const { hours, time_zone } = floor.hours;
  const due = rule?.next_after && afterBusinessSeconds(hours, time_zone, lead.answer_from, rule.next_after * 60);
  if (!rule || !due) {
    await stopClock(unit, lead);
    return;
  }
  if (due <= now()) {
    await moveOn(unit, location, floor, lead, { rule, owner_id: lead.owner_id });
    return;
  }
  const isSoon = due.getTime() - now().getTime() <= warnedMs;
  const answer_warned = isSoon ? 1 : 0;
  await changeLead(db, lead, { answer_due_at: due, answer_warned });
  if (!isSoon || lead.answer_warned === 1) return;
  const news = { ...lead, wanted: (await vehiclesOf(db, lead))[0] };
  await notifyOwner(unit, location, lead.owner_id, news, {
    title: "Still waiting",
    more: movesOnText(due, now(), time_zone),
  });
}

/** Moves a lead to the next in turn, in the end to a manager; it stays where there is nobody else. */
async function moveOn(
  unit: UnitOfWork,
  location: LocationKey,
  floor: Floor,
  lead: LockedLead,
  { rule, owner_id }: { readonly rule: Rule; readonly owner_id: number },
): Promise<void> {
  const tried = [owner_id, ...(await ownersBefore(unit.db, lead))];
  const plan = await whoStays(unit, location, floor, async (team) => {
    const next = lead.offers < mostOffers ? nextInTurn(rule, team, tried) : undefined;
    const to = next ?? returnedTo(team, owner_id);
    return { user_id: to?.id, plan: to && { user_id: to.id, isOffer: next !== undefined } };
  });
  if (!plan) {
    await stopClock(unit, lead);
    return;
  }
  const { user_id, isOffer } = plan;
  const news = { ...lead, wanted: (await vehiclesOf(unit.db, lead))[0] };
  await giveLead(unit, lead, {
    user_id,
    reason: isOffer ? "offered" : "returned",
    rule: isOffer ? rule : undefined,
    hours: floor.hours,
    news,
    title: isOffer ? "Lead offered to you" : "Unanswered lead",
    offers: lead.offers + (isOffer ? 1 : 0),
    unanswered_minutes: rule.next_after,
  });
  if (user_id === owner_id) return;
  const newOwner = floor.team.find(({ id }) => id === user_id)?.name ?? "Someone else";
  await notifyOwner(unit, location, owner_id, news, { title: "Lead moved on", more: `${newOwner} has it now` });
}
