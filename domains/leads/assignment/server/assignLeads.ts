import type { FactData } from "#core/fact.ts";
import type { LocationKey } from "#core/people.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db, UnitOfWork } from "#core/server/unitOfWork.ts";
import type { leadFacts } from "#domains/leads/server/facts.ts";
import { type AnswerClock, changeOwner } from "#domains/leads/server/moveLead.ts";
import { type LeadNews, notifyLocation, notifyOwner } from "#domains/leads/server/notifyOfLead.ts";
import { changeLead, type LockedLead, lockLead, vehiclesOf } from "#domains/leads/server/store.ts";
import { afterBusinessSeconds } from "#domains/locations/hours/rules.ts";
import type { LocalHours } from "#domains/locations/hours/server/public.ts";
import { memberById } from "#domains/team/server/public.ts";
import { type Assignment, assignmentOf, type LeadToAssign, movesOnText, type Rule, warnedMinutes } from "../rules.ts";
import { type Floor, floorOf } from "./floor.ts";
import { holdMember, knownOwners, leadsToAssign, lockSettings, settingsOf } from "./store.ts";

const minuteMs = 60_000;

/** Assigns a lead that came in, by the rules of its location. */
export async function assignReceived(
  { within }: Pick<Server, "within">,
  { dealer_id, location_id, lead_id }: FactData<typeof leadFacts.received>,
): Promise<void> {
  const location = { dealer_id, location_id };
  await within.business(location, "assign a lead", (unit) => assignLead(unit, location, lead_id));
}

const batch = 500;

/** Assigns the leads of a location that wait for somebody on shift with room, the oldest first. */
export async function assignWaiting({ within }: Pick<Server, "within">, location: LocationKey): Promise<void> {
  for (let after = 0, isMore = true; isMore; ) {
    const { leads, ready } = await within.business(location, "find leads to assign", async ({ db, now }) => {
      const leads = await leadsToAssign(db, location, after, batch);
      const floor = await floorOf(db, location, now());
      const { known_first } = await settingsOf(db, location);
      const ready: number[] = [];
      for (const lead of leads) {
        const { to } = await planFor(db, floor, known_first, lead);
        // Most wait on: they aren't locked for that.
        if (to !== "waiting" || !lead.is_waiting) ready.push(lead.id);
      }
      return { leads, ready };
    });
    for (const id of ready) await within.business(location, "assign a lead", (unit) => assignLead(unit, location, id));
    after = leads.at(-1)?.id ?? after;
    isMore = leads.length === batch;
  }
}

/** Gives a lead that is to be assigned its owner, unless it has one or is closed by now. */
async function assignLead(unit: UnitOfWork, location: LocationKey, id: number): Promise<void> {
  const { db, now } = unit;
  const { known_first } = await lockSettings(db, location);
  const lead = await lockLead(db, location, id);
  if (!lead || lead.assignment === "" || lead.owner_id !== null || lead.closed_at !== null) return;
  const [wanted] = await vehiclesOf(db, lead);
  const news = { ...lead, wanted };
  const asked = { ...location, ...lead, vehicle_status: wanted?.status ?? "" };
  const floor = await floorOf(db, location, now());
  const plan = await whoStays(unit, location, floor, (team) =>
    planFor(db, { ...floor, team }, known_first, asked).then((plan) => ({
      user_id: plan.to === "member" ? plan.user_id : undefined,
      plan,
    })),
  );
  if (plan.to === "member") {
    await giveLead(unit, lead, { ...plan, hours: floor.hours, news, title: "New lead" });
    return;
  }
  await changeLead(db, lead, { assignment: plan.to === "waiting" ? "waiting" : "" });
  if (lead.assignment === "due") await notifyLocation(unit, location, news, lead.created_by);
}

/** What the rules say of a lead now. */
async function planFor(
  db: Db,
  { rules, team }: Pick<Floor, "rules" | "team">,
  known_first: boolean,
  lead: LeadToAssign & LocationKey & { readonly id: number; readonly customer_id: number | null },
): Promise<Assignment> {
  const isAnyoneHere = team.some(({ is_on_shift }) => is_on_shift);
  const known = known_first && isAnyoneHere ? await knownOwners(db, lead) : [];
  return assignmentOf(rules, lead, team, known);
}

/** Chooses somebody of the team until it is one who isn't being deactivated or moved meanwhile, and keeps them from that. */
export async function whoStays<P>(
  { db }: Pick<UnitOfWork, "db">,
  location: LocationKey,
  floor: Floor,
  choose: (team: Floor["team"]) => Promise<{ readonly user_id: number | undefined; readonly plan: P }>,
): Promise<P> {
  const left = new Set<number>();
  for (;;) {
    const { user_id, plan } = await choose(floor.team.filter(({ id }) => !left.has(id)));
    if (user_id === undefined) return plan;
    await holdMember(db, location.dealer_id, user_id);
    if (await memberById(db, location, user_id)) return plan;
    left.add(user_id);
  }
}

interface Gift {
  readonly user_id: number;
  readonly reason: "assigned" | "known" | "offered" | "returned";
  /** Sets the clock; without, none starts. */
  readonly rule?: Rule | undefined;
  readonly hours: LocalHours;
  readonly news: LeadNews;
  /** Begins the line of the notification. */
  readonly title: string;
  readonly offers?: number;
  readonly unanswered_minutes?: number | null;
}

/** Gives a locked lead to a member, starts its clock, and notifies them. */
export async function giveLead(unit: UnitOfWork, lead: LockedLead, gift: Gift): Promise<void> {
  const { user_id, reason, rule, hours, news, title, offers = 0, unanswered_minutes = null } = gift;
  const now = unit.now();
  // Somebody may have answered while it waited for an owner.
  const clock = rule && lead.first_response_at === null ? clockOf(rule, hours, now) : undefined;
  await changeOwner(unit, lead, { owner_id: user_id, reason, by: null, clock, offers, unanswered_minutes });
  const more = clock ? movesOnText(clock.answer_due_at, now, hours.time_zone) : "";
  await notifyOwner(unit, lead, user_id, news, { title, more });
}

/** The clock that starts now; undefined for a rule without one, and at a location that never opens. */
function clockOf(
  { id, target, next_after }: Rule,
  { hours, time_zone }: LocalHours,
  now: Date,
): AnswerClock | undefined {
  if (next_after === null || target === "nobody") return undefined;
  const answer_due_at = afterBusinessSeconds(hours, time_zone, now, next_after * 60);
  if (!answer_due_at) return undefined;
  // The notification of a short one says when it moves on.
  const answer_warned = answer_due_at.getTime() - now.getTime() <= warnedMinutes * minuteMs ? 1 : 0;
  return { answer_due_at, answer_from: now, answer_rule_id: id, answer_warned };
}
