import { randomUUID } from "node:crypto";
import { csvOf } from "#core/csv.ts";
import { Failure, invalidField, orNotFound } from "#core/failure.ts";
import { parsePhone } from "#core/phone.ts";
import { keysetPage, maxCountedRows } from "#core/server/keysetPage.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { clockTime, wallTimeAt } from "#core/wallTime.ts";
import { requireCustomer } from "#domains/customers/server/public.ts";
import type { leadCounts } from "#domains/leads/counts/contract.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { locationById } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { memberById, requireMember } from "#domains/team/server/public.ts";
import type { LeadDraft, leads } from "../contract.ts";
import { countedStages, kindNames, outcomeIn, type Stage, stageKindNames, stagesProblem } from "../rules.ts";
import { publishLead } from "./facts.ts";
import { filterOf } from "./leadFilter.ts";
import { changeOwner, moveLead, stopClock } from "./moveLead.ts";
import { type ReceivedInquiry, receiveLead } from "./receiveLead.ts";
import {
  changeLead,
  countInStages,
  heldStages,
  type LockedLead,
  locationsOf,
  lockLead,
  lockStages,
  removeStage,
  replaceVehicles,
  type SavedStage,
  saveStages,
  stagesOf,
} from "./store.ts";
import {
  countLeads,
  countViews,
  findLead,
  type LeadOrder,
  type LeadRow,
  leadsForFile,
  readLeads,
  sourcesAt,
} from "./tableStore.ts";

export const leadCountHandlers: Handlers<typeof leadCounts> = {
  views: ({ db, scope, who }) => countViews(db, scope, who.user_id),
};

export const leadHandlers: Handlers<typeof leads> = {
  async table(context, { body }) {
    const { db } = context;
    const filter = { ...(await filterOf(context, body)), search: body.search.value };
    const isOpen = body.show !== "closed" && body.show !== "all" && body.customer_id === undefined;
    const page = await keysetPage<LeadRow, LeadOrder>(body, {
      sortable: { received_at: "number", waiting: "number" },
      defaultOrder: isOpen ? { key: "waiting", dir: "asc" } : { key: "received_at", dir: "desc" },
      read: async (range, knowsMore) => {
        const [rows, count] = await Promise.all([
          readLeads(db, filter, range),
          knowsMore ? maxCountedRows + 1 : countLeads(db, filter),
        ]);
        const counted = Math.min(count, maxCountedRows);
        return { rows, counted: { total: counted, filtered: counted, isMore: count > maxCountedRows } };
      },
      valueOf: ({ at_us }) => at_us,
    });
    return { ...page, rows: page.rows.map(({ at_us: _, ...row }) => row) };
  },

  async viewCounts(context, { body: { views } }) {
    const filters = await Promise.all(views.map((view) => filterOf(context, view)));
    const counted = filters.map((filter) => countLeads(context.db, { ...filter, customer_id: undefined, search: "" }));
    return { counts: (await Promise.all(counted)).map((count) => Math.min(count, maxCountedRows)) };
  },

  async options({ db, scope }) {
    return { stages: await stagesOf(db, scope.dealer_id), sources: await sourcesAt(db, scope) };
  },

  one: async ({ db, scope }, { params: { id } }) => orNotFound(await findLead(db, scope, id)),

  async add(context, { body }) {
    const { id, became } = await receiveLead(context, context.scope, await typedInquiry(context, body));
    const isJoined = became === "joined";
    return new CallResult(isJoined ? "Added to their open lead" : "Lead added", { id, joined: isJoined ? 1 : 0 });
  },

  async update(context, { params: { id }, body: { vehicles, ...change } }) {
    const lead = orNotFound(await lockLead(context.db, context.scope, id));
    await changeLead(context.db, lead, change);
    await replaceVehicles(context.db, lead, vehicles);
    publishLead(context, context.scope, id);
    return { id };
  },

  async move(context, { params: { id }, body }) {
    const { db, scope, who } = context;
    const stages = await heldStages(db, scope.dealer_id);
    const lead = orNotFound(await lockLead(db, scope, id));
    const stage = stages.find((one) => one.id === body.stage_id);
    if (!stage) throw invalidField("stage_id", "This stage doesn't exist anymore. Select another.");
    const outcome = outcomeIn(stage.kind, body.outcome);
    if (outcome === "lost" && body.lost_reason === "") throw invalidField("lost_reason", "Say why it was lost");
    const lost_reason = stage.kind === "lost" ? body.lost_reason : "";
    const { sale_price } = body;
    await moveLead(context, lead, stage, { reason: "hand", by: who.user_id, outcome, lost_reason, sale_price });
    return { id };
  },

  async assign(context, { params: { id }, body }) {
    const { db, scope, who } = context;
    const lead = orNotFound(await lockLead(db, scope, id));
    const owner_id = await ownerOf(context, body.owner_id);
    if (owner_id === lead.owner_id) await stopClock(context, lead);
    await changeOwner(context, lead, { owner_id, reason: "hand", by: who.user_id });
    if (owner_id !== null && owner_id !== lead.owner_id && owner_id !== who.user_id)
      await notifyOwner(context, lead, owner_id);
    return { id };
  },

  async claim(context, { params: { id } }) {
    const { db, scope, who } = context;
    const lead = orNotFound(await lockLead(db, scope, id));
    if (lead.owner_id === who.user_id) {
      await stopClock(context, lead);
      return { id };
    }
    if (lead.owner_id !== null) {
      const owner = await memberById(db, scope, lead.owner_id);
      const name = owner ? `${owner.first_name} ${owner.last_name}`.trim() : "Someone else";
      throw new Failure("conflict", `${name} has this lead already.`);
    }
    await changeOwner(context, lead, { owner_id: who.user_id, reason: "claimed", by: who.user_id });
    return { id };
  },

  async remove(context, { params: { id } }) {
    const { db, scope, now, audit } = context;
    const lead = orNotFound(await lockLead(db, scope, id));
    await changeLead(db, lead, { deleted_at: now() });
    const { customer_id, source } = lead;
    await audit({ action: "deleted", subject: "lead", subject_id: id, detail: { customer_id, source } });
    publishLead(context, scope, id);
    return { id };
  },

  async export(context, { body }) {
    const { db, scope, audit, now } = context;
    const filter = { ...(await filterOf(context, body)), search: body.search };
    const rows = await leadsForFile(db, filter, body.lead_ids);
    await audit({ action: "exported", subject: "leads", detail: { rows: rows.length, view: body.show } });
    const { time_zone } = orNotFound(await locationById(db, scope.dealer_id, scope.location_id));
    const day = now().toISOString().slice(0, 10);
    const time = (at: Date | null) => (at === null ? "" : inWords(at, time_zone));
    return { file_name: `leads-${day}.csv`, csv: csvOf([csvHeader, ...rows.map((row) => csvRow(row, time))]) };
  },

  /** Of all locations, which one of them doesn't see. */
  stages: ({ within, scope: { dealer_id }, origin }) =>
    within.cellOf(
      { dealer_id },
      "a business's stages",
      async ({ db }) => {
        const stages = await stagesOf(db, dealer_id);
        const inside = await countInStages(db, dealer_id, idsOf(stages));
        return { stages: stages.map((stage) => ({ ...stage, leads: inside.get(stage.id) ?? 0 })) };
      },
      origin,
    ),

  saveStages: ({ within, scope: { dealer_id }, who, origin }, { body }) =>
    within.cellOf(
      { dealer_id },
      "a business's stages",
      async (unit) => {
        const { db, audit } = unit;
        await lockStages(db, dealer_id);
        const before = await stagesOf(db, dealer_id);
        const counted = countedStages(body.stages, before);
        const stages = counted.map((stage, at) => ({ ...stage, id: stage.id, position: at + 1 }));
        const removed = before.filter(({ id }) => !stages.some((stage) => stage.id === id));
        await replaceStages(unit, { dealer_id, by: who.user_id, before, stages, removed, moves: body.moves });
        const names = (all: readonly { readonly name: string }[]) => all.map(({ name }) => name).join(", ");
        const detail = { stages: names(stages), removed: names(removed) };
        await audit({ action: "changed", subject: "lead stages", detail, dealer_id });
        for (const location_id of await locationsOf(db, dealer_id)) publishLead(unit, { dealer_id, location_id }, null);
        return { stages: await stagesOf(db, dealer_id) };
      },
      origin,
    ),
};

const idsOf = (stages: readonly Stage[]) => stages.map(({ id }) => id);

interface StagesChange {
  readonly dealer_id: number;
  readonly by: number;
  readonly before: readonly Stage[];
  readonly stages: readonly SavedStage[];
  readonly removed: readonly Stage[];
  readonly moves: readonly { readonly from: number; readonly to?: number | undefined }[];
}

/** Saves the business's stages, unless leads would be left in a stage that goes or that means something else now. */
async function replaceStages({ db, now }: UnitOfWork, change: StagesChange): Promise<void> {
  const { dealer_id, by, before, stages, removed, moves } = change;
  const problem = stagesProblem(stages);
  if (problem) throw invalidField("stages", problem);
  requireKnown(before, stages, moves);
  const inside = await countInStages(db, dealer_id, idsOf(before));
  for (const { id, name, kind } of before) {
    const changed = stages.find((stage) => stage.id === id);
    if (changed && changed.kind !== kind && inside.has(id))
      throw invalidField("stages", `${name} has leads, so it must stay ${stageKindNames[kind].toLowerCase()}`);
  }
  for (const stage of removed) {
    const to = inside.has(stage.id) ? targetOf(stage, stages, moves) : stage.id;
    await removeStage(db, dealer_id, { from: stage.id, to, now: now(), by });
  }
  await saveStages(db, dealer_id, stages);
}

/** Whoever saves knows of all stages: each is kept, or left out by name. */
function requireKnown(before: readonly Stage[], stages: readonly SavedStage[], moves: StagesChange["moves"]): void {
  const ids = [...stages.flatMap(({ id }) => id ?? []), ...moves.map(({ from }) => from)];
  const known = before.map(({ id }) => id);
  if (new Set(ids).size === ids.length && ids.length === known.length && ids.every((id) => known.includes(id))) return;
  throw invalidField("stages", "These stages changed meanwhile. Reload them and try again.");
}

/** Where the leads of a removed stage go: to a stage of its kind that stays. */
function targetOf({ id, name, kind }: Stage, stages: readonly SavedStage[], moves: StagesChange["moves"]): number {
  const to = moves.find(({ from }) => from === id)?.to;
  const target = stages.find((stage) => stage.id !== undefined && stage.id === to);
  if (target?.id !== undefined && target.kind === kind) return target.id;
  throw invalidField("moves", `Select where the leads in ${name} go`);
}

async function notifyOwner(context: StaffContext, lead: LockedLead, owner_id: number): Promise<void> {
  const { scope, who } = context;
  const by = `${who.first_name} ${who.last_name}`.trim();
  const news = {
    kind: "lead",
    title: `${by} assigned you a lead`,
    text: `${lead.first_name} ${lead.last_name}`.trim(),
  };
  await notify(context, { ...scope, user_ids: [owner_id] }, { ...news, kind: "lead", chat_id: null });
}

async function ownerOf({ db, scope }: StaffContext, user_id: number | undefined): Promise<number | null> {
  if (user_id === undefined) return null;
  return (await requireMember(db, scope, "owner_id", user_id)).id;
}

/** What a member typed, as an inquiry. */
async function typedInquiry(context: StaffContext, draft: LeadDraft): Promise<ReceivedInquiry> {
  const { db, scope, who } = context;
  const { customer_id, kind, source, vehicles, comments } = draft;
  const customer = customer_id === undefined ? undefined : await requireCustomer(db, scope, customer_id);
  const typed = { ...draft, phone: parsePhone(draft.phone) ?? "" };
  await assertReachable(db, scope.dealer_id, "phone", typed.phone);
  const owner_id = await ownerOf(context, draft.owner_id);
  const { first_name, last_name, email, phone } = customer ?? typed;
  return {
    kind,
    source,
    vehicles,
    comments,
    person: { first_name, last_name, email, phone },
    came_by: "hand",
    read_by: "hand",
    provider: "",
    provider_id: "",
    subject: "",
    agreed_words: "",
    requested_at: null,
    raw_sealed: null,
    delivery: randomUUID(),
    hand: { user_id: who.user_id, customer_id: customer?.id ?? null, owner_id },
  };
}

/** `2026-11-28 14:05`, in the location's time. */
function inWords(at: Date, zone: string): string {
  const { date, minutes } = wallTimeAt(at, zone);
  return `${date} ${clockTime(minutes)}`;
}

const csvHeader = [
  "Name",
  "Phone",
  "Email",
  "Kind",
  "Stage",
  "Owner",
  "Source",
  "Vehicle",
  "Stock number",
  "Received",
  "First answer",
  "Seconds to first answer",
  "Closed",
  "Outcome",
  "Lost reason",
  "Inquiries",
  "Sold for",
];

function csvRow(row: LeadRow, time: (at: Date | null) => string) {
  const { name, phone, email, kind, stage, owner, source, vehicle, stock, response_seconds, outcome, lost_reason } =
    row;
  return [
    name,
    phone,
    email,
    kindNames[kind],
    stage,
    owner,
    source,
    vehicle,
    stock,
    time(row.received_at),
    time(row.first_response_at),
    response_seconds ?? "",
    time(row.closed_at),
    outcome,
    lost_reason,
    row.inquiries,
    row.sale_price ?? "",
  ];
}
