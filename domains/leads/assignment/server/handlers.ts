import type { DataOf } from "#core/call.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { LocationKey } from "#core/people.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { stopClock } from "#domains/leads/server/moveLead.ts";
import { insertMove, lockLead } from "#domains/leads/server/store.ts";
import { type leadAssignment, leadAssignmentEvents } from "../contract.ts";
import { assignmentOf } from "../rules.ts";
import { floorOf } from "./floor.ts";
import { lockSettings, rulesOf, saveRules, settingsOf } from "./store.ts";

export const leadAssignmentHandlers: Handlers<typeof leadAssignment> = {
  shown: (context) => shown(context),

  async save(context, { body }) {
    const { db, scope, audit, publish } = context;
    const { version } = await lockSettings(db, scope);
    if (version !== body.version)
      throw new Failure("conflict", "Someone else changed these rules. Reload them and try again.");
    const before = await rulesOf(db, scope);
    const ids = body.rules.flatMap(({ id }) => id ?? []);
    if (new Set(ids).size < ids.length || !ids.every((id) => before.some((rule) => rule.id === id)))
      throw invalidField("rules", "These rules changed meanwhile. Reload them and try again.");
    const { team } = await floorOf(db, scope, context.now());
    const rules = body.rules.map(({ id, is_on, member_ids, sources, ...rule }, at) => {
      const stored = before.find((one) => one.id === id)?.member_ids ?? [];
      const chosen = rule.target === "members" ? [...new Set(member_ids)] : [];
      // Those who left stay in a rule until somebody changes its team.
      if (!chosen.every((user_id) => stored.includes(user_id) || team.some((mate) => mate.id === user_id)))
        throw invalidField(`rules.${at}.member_ids`, "Select people who work at this location");
      const timed = rule.target === "nobody" ? { most_open: null, next_after: null } : {};
      return { ...rule, ...timed, id, is_on: is_on === 1, member_ids: chosen, sources: [...new Set(sources)] };
    });
    await saveRules(db, scope, { known_first: body.known_first === 1, rules });
    await audit({
      action: "changed",
      subject: "lead assignment",
      subject_id: scope.location_id,
      detail: { rules: rules.length, known_first: body.known_first },
    });
    publish(leadAssignmentEvents.changed, {});
    return shown(context);
  },

  async preview({ db, scope, now }, { body }) {
    const { rules, team } = await floorOf(db, scope, now());
    const plan = assignmentOf(rules, body, team, []);
    const user_id = plan.to === "member" ? plan.user_id : null;
    const name = team.find(({ id }) => id === user_id)?.name ?? "";
    return { to: plan.to, user_id, name, rule_id: plan.rule?.id ?? null };
  },

  async keep(context, { params: { id } }) {
    const { db, scope, who, now } = context;
    const lead = orNotFound(await lockLead(db, scope, id));
    if (lead.owner_id !== who.user_id) throw new Failure("conflict", "This lead isn't yours anymore.");
    if (lead.answer_due_at === null) return { id };
    await stopClock(context, lead);
    await insertMove(db, lead, now(), { reason: "kept", by: who.user_id });
    return { id };
  },
};

async function shown({
  db,
  scope,
  now,
}: Pick<StaffContext, "db" | "now"> & { readonly scope: LocationKey }): Promise<DataOf<typeof leadAssignment.shown>> {
  const { known_first, version } = await settingsOf(db, scope);
  const { rules, team } = await floorOf(db, scope, now());
  const named = (all: typeof team) => all.map(({ id, name }) => ({ id, name }));
  return {
    version,
    known_first,
    rules: rules.map((rule) => ({ ...rule, sources: [...rule.sources], member_ids: [...rule.member_ids] })),
    team: named(team),
    on_shift: named(team.filter(({ is_on_shift }) => is_on_shift)),
  };
}
