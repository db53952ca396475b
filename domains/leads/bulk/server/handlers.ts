import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { findPlan } from "#domains/leads/plans/server/store.ts";
import { outcomeIn } from "#domains/leads/rules.ts";
import { filterOf, type ViewBody } from "#domains/leads/server/leadFilter.ts";
import { heldStages } from "#domains/leads/server/store.ts";
import { noSuchList } from "#domains/lists/contract.ts";
import { createList, listById } from "#domains/lists/server/public.ts";
import { findTag } from "#domains/tags/server/public.ts";
import { requireMember } from "#domains/team/server/public.ts";
import { type BulkChange, type leadBulk, leadBulkEvents } from "../contract.ts";
import { chunkSize } from "../rules.ts";
import { goOn, runChangeJob } from "./runChange.ts";
import {
  findChange,
  hasRunning,
  insertChange,
  latestChange,
  lockChange,
  lockChanging,
  type NewChange,
  noteLeads,
  shownChange,
  updateChange,
} from "./store.ts";

export const leadBulkHandlers: Handlers<typeof leadBulk> = {
  async assign(context, { body }) {
    const { db, scope } = context;
    const { to_owner_id } = body;
    const owner_id = to_owner_id === undefined ? null : (await requireMember(db, scope, "to_owner_id", to_owner_id)).id;
    return begin(context, { action: "assign", owner_id }, await chosenBy(context, body));
  },

  async move(context, { body }) {
    const { db, scope } = context;
    const stage = (await heldStages(db, scope.dealer_id)).find(({ id }) => id === body.to_stage_id);
    if (!stage) throw invalidField("to_stage_id", "This stage doesn't exist anymore. Select another.");
    const outcome = outcomeIn(stage.kind, body.outcome);
    if (outcome === "lost" && body.lost_reason === "") throw invalidField("lost_reason", "Say why they were lost");
    const lost_reason = stage.kind === "lost" ? body.lost_reason : "";
    return begin(context, { action: "move", stage_id: stage.id, outcome, lost_reason }, await chosenBy(context, body));
  },

  async startPlan(context, { body }) {
    const { db, scope } = context;
    const plan = await findPlan(db, scope, body.plan_id);
    if (!plan) throw invalidField("plan_id", "This plan doesn't exist anymore. Select another.");
    if (plan.is_on === 0) throw invalidField("plan_id", "This plan is off. Turn it on first.");
    const own_only = context.who.role === "agent" ? 1 : 0;
    return begin(context, { action: "plan", plan_id: plan.id, own_only }, await chosenBy(context, body));
  },

  async tag(context, { body }) {
    const tag = await findTag(context.db, { id: body.tag_id });
    if (!tag) throw invalidField("tag_id", "This tag doesn't exist anymore. Select another.");
    return begin(context, { action: "tag", tag_id: tag.id }, await chosenBy(context, body));
  },

  async list(context, { body }) {
    const chosen = await chosenBy(context, body);
    return begin(context, { action: "list", list_id: await listFor(context, body) }, chosen);
  },

  remove: async (context, { body }) => begin(context, { action: "remove" }, await chosenBy(context, body)),

  async restore(context, { params: { id } }) {
    const { db, scope } = context;
    const { action } = orNotFound(await findChange(db, { ...scope, id }));
    if (action !== "remove") throw new Failure("conflict", "This change deleted no leads.");
    return begin(context, { action: "restore" }, { deletedBy: id });
  },

  async current({ db, scope, who }) {
    const change = await latestChange(db, scope, who.user_id);
    return { change: change ? await shownChange(db, change) : null };
  },

  async stop(context, { params: { id } }) {
    const { db, scope, who, now, publish } = context;
    const key = { ...scope, id };
    const change = await lockChange(db, key);
    if (change?.user_id !== who.user_id) throw new Failure("absent");
    if (change.state === "running") {
      await updateChange(db, key, { state: "stopped", lost_reason: "", touched_at: now(), ended_at: now() });
      publish(leadBulkEvents.progress, { target_id: id }, { dealer_id: scope.dealer_id, user_id: who.user_id });
    }
    return shown(context, id);
  },
};

type ChangedLeads = Parameters<typeof noteLeads>[2];

async function chosenBy(
  context: StaffContext,
  body: ViewBody & { readonly lead_ids: readonly number[]; readonly all: 0 | 1; readonly search: string },
): Promise<ChangedLeads> {
  if (body.all === 1) return { filter: { ...(await filterOf(context, body)), search: body.search } };
  if (body.lead_ids.length === 0) throw invalidField("lead_ids", "Select at least one lead");
  return { ids: [...new Set(body.lead_ids)] };
}

/** The list that is meant, or a new one. */
async function listFor(
  { db, scope, who, now }: StaffContext,
  { list_id, title }: { readonly list_id?: number | undefined; readonly title: string },
): Promise<number> {
  if (list_id !== undefined) {
    if (!(await listById(db, scope, list_id))) throw invalidField("list_id", noSuchList);
    return list_id;
  }
  if (title === "") throw invalidField("list_id", "Select a list");
  const { dealer_id, location_id } = scope;
  const made = await createList(db, { dealer_id, location_id, title, created_by: who.user_id, created_on: now() });
  if (made === undefined) throw invalidField("title", "You already have a list with this name");
  return made;
}

const nothing = {
  owner_id: null,
  stage_id: null,
  plan_id: null,
  tag_id: null,
  list_id: null,
  own_only: 0,
  outcome: "",
  lost_reason: "",
} as const;

/** Begins a change: a small one ends in this transaction, a large one goes on by its job. */
async function begin(
  context: StaffContext,
  target: Partial<NewChange> & Pick<NewChange, "action">,
  leads: ChangedLeads,
): Promise<{ change: BulkChange }> {
  const { db, scope, who, now, enqueue, audit } = context;
  const { dealer_id, location_id } = scope;
  if (!(await lockChanging(db, scope, { waits: false })))
    throw new Failure("conflict", "Someone else is changing leads right now. Try again in a moment.");
  if (await hasRunning(db, scope, who.user_id))
    throw new Failure("conflict", "Your last change is still running. Wait until it ends, or stop it.");
  const change = { ...nothing, ...target, dealer_id, location_id, user_id: who.user_id };
  const id = await insertChange(db, change, now());
  const key = { dealer_id, location_id, id };
  const found = await noteLeads(db, key, leads);
  if (found === 0 && "ids" in leads) throw new Failure("absent");
  const missing = "ids" in leads ? leads.ids.length - found : 0;
  const skipped = JSON.stringify(missing > 0 ? { deleted: missing } : {});
  await updateChange(db, key, { total: found + missing, skipped, touched_at: now() });
  const { action, owner_id, stage_id, plan_id, tag_id, list_id } = change;
  const detail = { leads: found, owner_id, stage_id, plan_id, tag_id, list_id };
  await audit({ action: audited[action], subject: "leads", detail });
  const job = { dealer_id, location_id, change_id: id };
  if (found <= chunkSize) await goOn(context, job);
  else enqueue(runChangeJob, job, { dedupeKey: `leads bulk ${id}` });
  return shown(context, id);
}

const audited = {
  assign: "assigned",
  move: "moved",
  remove: "deleted",
  restore: "restored",
  plan: "started a plan for",
  tag: "tagged the customers of",
  list: "listed the customers of",
} as const;

async function shown({ db, scope }: StaffContext, id: number): Promise<{ change: BulkChange }> {
  return { change: await shownChange(db, orNotFound(await findChange(db, { ...scope, id }))) };
}
