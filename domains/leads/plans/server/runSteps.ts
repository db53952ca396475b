import { buffer } from "node:stream/consumers";
import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";
import type { LocationKey } from "#core/people.ts";
import { type IntervalWork, worker } from "#core/server/domainManifest.ts";
import type { NextRun } from "#core/server/intervalJobs.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import type { VariableValues } from "#core/variables.ts";
import { companyValues, linkTarget, mailPattern, valuesFor } from "#domains/campaigns/audience/server/public.ts";
import { lockPhone } from "#domains/customers/server/public.ts";
import { attachPicture } from "#domains/inbox/attachments/server/public.ts";
import { storeAndSend } from "#domains/inbox/sending/server/public.ts";
import { chatWith, lockChat } from "#domains/inbox/server/public.ts";
import { filesByIds } from "#domains/library/server/public.ts";
import { type MailContent, type MailFooter, typedMail, withFooter } from "#domains/marketing/sender/rules.ts";
import { type MarketingEmailOutcome, sendMarketingEmail } from "#domains/marketing/sender/server/public.ts";
import { insertPlanEmail, settlePlanEmail } from "#domains/outreach/server/public.ts";
import { assertRoomFor, QuotaReached } from "#domains/quotas/server/public.ts";
import { addTask } from "#domains/tasks/server/public.ts";
import { composeMail } from "#domains/templates/email/server/public.ts";
import type { PlanStep, PlanWait } from "../fields.ts";
import { filledWords } from "../rules.ts";
import { advance, applyVerdict, endEnrollment, signerOf, valuesOf } from "./enrollments.ts";
import { decideStep, type StepDecision } from "./gate.ts";
import { runPlansJob } from "./startPlans.ts";
import { findMail, stepsOf } from "./stepStore.ts";
import {
  changeEnrollment,
  type Enrollment,
  type EnrollmentKey,
  findEnrollment,
  findPlan,
  insertSend,
  lockEnrollment,
  lockPlan,
  nextDue,
  type PlanLead,
  planLead,
  type StoredPlan,
  sendingStep,
  settleSend,
  shareLead,
} from "./store.ts";

const minuteMs = 60_000;
/** How long an email may be under way before it counts as one without an answer. */
const leaseMs = 10 * minuteMs;
/** When a step that something keeps is tried again. */
const retryMs: Readonly<Record<PlanWait, number>> = {
  hours: 15 * minuteMs,
  no_number: 15 * minuteMs,
  not_registered: 15 * minuteMs,
  no_address: 15 * minuteMs,
  stopped: 15 * minuteMs,
  busy: 15 * minuteMs,
  limit: 60 * minuteMs,
  asked: 60 * minuteMs,
  quota: 60 * minuteMs,
  storage: 60 * minuteMs,
};

/** Does this step now, if it is still the next one, though the plan doesn't send at this hour. */
export const sendNowJob = job(
  "leads.sendPlanStep",
  z.object({ dealer_id: Id, location_id: Id, id: Id, step_id: z.number() }),
  { expires: 120 },
);

type StepServer = Pick<Server, "within" | "ports" | "secret" | "publicUrl" | "log">;

/** What is due next in a lead's plan, as far as it can be known. */
interface Due {
  readonly plan: StoredPlan;
  readonly enrollment: Enrollment;
  readonly lead: PlanLead;
  readonly steps: readonly PlanStep[];
  readonly step: PlanStep | undefined;
}

async function read(unit: UnitOfWork, enrollment: Enrollment, plan: StoredPlan): Promise<Due | undefined> {
  const lead = await planLead(unit.db, enrollment);
  if (!lead) return undefined;
  const steps =
    enrollment.version === plan.version
      ? plan.steps
      : await stepsOf(unit.db, enrollment, enrollment.plan_id, enrollment.version);
  return { plan, enrollment, lead, steps, step: steps.find(({ id }) => id === enrollment.next_step) };
}

interface Urge {
  /** A person asked for it: the plan's own hours don't count. */
  readonly isUrged: boolean;
  /** The step that they meant, and no later one. */
  readonly step_id?: number;
}

/** An email that is committed as being sent. */
interface LeavingEmail {
  readonly step: PlanStep;
  readonly to: string;
  readonly subject: string;
  readonly message: string;
  /** The email template that it shows in place of `message`. */
  readonly mail?: PlanMailing;
  /** Its place in the customer's history; undefined for a lead without a customer. */
  readonly email_id: number | undefined;
}

/**
 * Does a lead's next step if it is due, once: the text or the task and the step's mark commit together, an email's mark
 * before it leaves. Everything is looked at before anything is locked, and again under the locks.
 */
export async function runStep(server: StepServer, key: EnrollmentKey, urge: Urge = { isUrged: false }): Promise<void> {
  const { dealer_id, location_id } = key;
  const email = await server.within.business({ dealer_id }, "a plan's next step", async (unit) => {
    const { db } = unit;
    const found = await findEnrollment(db, key);
    const first = found && (await findPlan(db, key, found.plan_id));
    if (!found || !first || !isDue(unit, found, urge)) return undefined;
    const before = await read(unit, found, first);
    const chat = before && (await lockedChat(unit, before, urge));
    await shareLead(db, key, found.lead_id);
    const plan = await lockPlan(db, key, found.plan_id, "share");
    const enrollment = await lockEnrollment(db, key);
    if (!plan || !enrollment || !isDue(unit, enrollment, urge)) return undefined;
    const due = await read(unit, enrollment, plan);
    return due && act(server, unit, due, chat, urge);
  });
  if (email) await sendEmail(server, { dealer_id, location_id, id: key.id }, email);
}

const isDue = ({ now }: UnitOfWork, { next_at, next_step, is_held }: Enrollment, { isUrged, step_id }: Urge) =>
  is_held === 0 && (isUrged ? next_step === step_id : next_at <= now());

interface LockedChat {
  readonly chat_id: number;
  readonly customer_id: number;
  readonly phone: string;
}

/** The chat of a text that would leave, locked with its phone as whoever receives a text locks them. */
async function lockedChat(unit: UnitOfWork, due: Due, urge: Urge): Promise<LockedChat | undefined> {
  const { lead, step, enrollment } = due;
  if (step?.kind !== "text" || lead.customer_id === null || enrollment.is_held === 1) return undefined;
  const decision = await decideStep(unit, due.plan, lead, step, urge);
  if (decision.kind !== "send") return undefined;
  const { dealer_id, location_id } = enrollment;
  const chat_id = await chatWith(unit.db, dealer_id, location_id, lead.customer_id);
  await lockChat(unit.db, enrollment, chat_id);
  await lockPhone(unit.db, dealer_id, lead.phone);
  return { chat_id, customer_id: lead.customer_id, phone: lead.phone };
}

/** Acts on a locked lead in a plan. @returns the email that is to leave. */
async function act(
  server: StepServer,
  unit: UnitOfWork,
  due: Due,
  chat: LockedChat | undefined,
  urge: Urge,
): Promise<LeavingEmail | undefined> {
  const { db, now } = unit;
  const { plan, enrollment, lead, steps, step } = due;
  if ((await applyVerdict(unit, plan, enrollment, lead)) !== "go" || plan.is_on === 0) return undefined;
  if (!step) return void (await advance(unit, plan, enrollment, lead, { steps, step: undefined }));
  const sending = await sendingStep(db, enrollment, step.id);
  if (sending) {
    if (sending.at > now()) return undefined;
    await settleSend(db, enrollment, step.id, { state: "unknown", reason: "no_answer", at: now() });
    return void (await advance(unit, plan, enrollment, lead, { steps, step }));
  }
  const decision = await decideStep(unit, plan, lead, step, urge);
  if (decision.kind !== "send") return void (await keepBack(unit, due, step, decision));
  if (step.kind === "email") return leave(unit, due, step);
  if (step.kind === "task") await makeTask(unit, due, step);
  // Merged or given another phone between the two looks: the next look locks the right ones.
  else if (!chat || chat.customer_id !== lead.customer_id || chat.phone !== lead.phone) return undefined;
  else if (!(await sendText(server, unit, due, step, chat)))
    return void (await keepBack(unit, due, step, { kind: "wait", reason: "storage" }));
  return void (await advance(unit, plan, enrollment, lead, { steps, step }));
}

async function keepBack(unit: UnitOfWork, due: Due, step: PlanStep, decision: StepDecision): Promise<void> {
  const { plan, enrollment, lead, steps } = due;
  const { db, now } = unit;
  if (decision.kind === "end") return endEnrollment(unit, enrollment, decision.ending);
  if (decision.kind === "wait") {
    const until = decision.until ?? new Date(now().getTime() + retryMs[decision.reason]);
    return changeEnrollment(db, enrollment, { waits_for: decision.reason, next_at: until });
  }
  if (decision.kind !== "skip") return;
  await insertSend(db, enrollment, step.id, { state: "skipped", reason: decision.reason, at: now() });
  await advance(unit, plan, enrollment, lead, { steps, step });
}

/** @returns false when the business's storage has no room for its pictures. */
async function sendText(
  server: StepServer,
  unit: UnitOfWork,
  { enrollment, lead }: Due,
  step: PlanStep,
  { chat_id, customer_id }: LockedChat,
): Promise<boolean> {
  const { dealer_id, location_id, id } = enrollment;
  const signer = await signerOf(unit, enrollment, lead, step.sender_id);
  const values = await valuesOf(unit, enrollment, lead, step.words, signer);
  const message = withFooter(filledWords(step.words, values));
  const files = await copyPictures(server, unit, enrollment, step, chat_id);
  if (!files) return false;
  const draft = {
    dealer_id,
    location_id,
    chat_id,
    customer_id,
    message,
    files,
    user_id: null,
    client_id: `plan-${id}-${step.id}`,
  };
  const text = { ...draft, purpose: "conversation", automatic: "plan", isAutomatic: true } as const;
  const message_id = await storeAndSend(unit, text);
  await insertSend(unit.db, enrollment, step.id, { state: "sent", at: unit.now(), message_id });
  return true;
}

/** Copies a step's pictures for one text, which keeps them. @returns their ids; undefined when there is no room for them. */
async function copyPictures(
  { ports }: StepServer,
  unit: UnitOfWork,
  enrollment: Enrollment,
  step: PlanStep,
  chat_id: number,
): Promise<number[] | undefined> {
  if (step.files.length === 0) return [];
  const found = await filesByIds(unit.db, enrollment, step.files);
  try {
    await assertRoomFor(
      unit,
      enrollment.dealer_id,
      found.reduce((sum, { size }) => sum + size, 0),
    );
  } catch (error) {
    if (error instanceof QuotaReached) return undefined;
    throw error;
  }
  const ids: number[] = [];
  for (const [place, file_id] of step.files.entries()) {
    const file = found.find(({ id }) => id === file_id);
    const stored = file && (await ports.storage.get(file.storage_key));
    if (!file || !stored) throw new Error(`The library's file ${file_id} of a plan's step is missing`);
    const { name, type, created_by: user_id } = file;
    const key = `plan-${enrollment.id}-${step.id}-${place}`;
    const copy = { chat_id, user_id, name, type, key, bytes: await buffer(stored.stream()) };
    ids.push(await attachPicture({ ports }, unit, enrollment, copy));
  }
  return ids;
}

async function makeTask(unit: UnitOfWork, { enrollment, lead }: Due, step: PlanStep): Promise<void> {
  const { now } = unit;
  const description = filledWords(step.words, await valuesOf(unit, enrollment, lead, step.words)).slice(0, 500);
  const due_at = new Date(now().getTime() + Math.max(1, step.due_minutes) * minuteMs);
  const { customer_id, owner_id } = lead;
  const task_id = await addTask(unit, enrollment, { description, customer_id, assigned_to: owner_id, due_at });
  await insertSend(unit.db, enrollment, step.id, { state: "sent", at: now(), task_id });
}

/** Commits an email as being sent, so that it leaves once, or nobody knows. */
async function leave(unit: UnitOfWork, due: Due, step: PlanStep): Promise<LeavingEmail> {
  const { plan, enrollment, lead } = due;
  const copy = step.mail_id === null ? undefined : await findMail(unit.db, enrollment, step.mail_id);
  const words = `${step.subject} ${step.words} ${copy?.html ?? ""}`;
  const signer = await signerOf(unit, enrollment, lead, step.sender_id);
  const values = await valuesOf(unit, enrollment, lead, words, signer);
  const at = new Date(unit.now().getTime() + leaseMs);
  await insertSend(unit.db, enrollment, step.id, { state: "sending", at });
  await changeEnrollment(unit.db, enrollment, { next_at: at, waits_for: "" });
  const { dealer_id, location_id } = enrollment;
  const { email: to, customer_id } = lead;
  const subject = filledWords(step.subject, values);
  const message = copy ? "" : filledWords(step.words, values);
  const stored = { dealer_id, location_id, plan_name: plan.name, to, subject, words: message };
  const email_id =
    customer_id === null ? undefined : await insertPlanEmail(unit, { ...stored, customer_id, signer_id: signer.id });
  const email = { step, to, subject, message, email_id };
  if (!copy) return email;
  const person = valuesFor(lead, await companyValues(unit.db, enrollment));
  return { ...email, mail: { html: copy.html, values: { ...person, custom: values.custom ?? {} } } };
}

/** An email template on its way to one person. */
interface PlanMailing {
  readonly html: string;
  readonly values: VariableValues;
}

/** The whole email: filled in as a campaign's is, with links that lead straight where they say. */
function composeMailing({ html, values }: PlanMailing, subject: string, footer: MailFooter): MailContent {
  const { business_name, postal_address, unsubscribeUrl, legal } = footer;
  const sender = { business: business_name, postalAddress: postal_address, legal };
  const composed = composeMail({ body: html, subject, ...sender, isTracked: false });
  const link = (n: number) => linkTarget(composed.links[n - 1] ?? "", values) ?? "#";
  const addresses = { unsubscribe: unsubscribeUrl, view: "#", open: "#", scanner: "#", link };
  return { ...mailPattern({ ...composed, subject: "" })(values, addresses), subject };
}

async function sendEmail(server: StepServer, key: EnrollmentKey, email: LeavingEmail): Promise<void> {
  const { dealer_id, location_id } = key;
  const { step, to, subject, message, mail, email_id } = email;
  const said = mail
    ? { compose: (footer: MailFooter) => composeMailing(mail, subject, footer) }
    : { content: typedMail(subject, message) };
  const sent = await withinQuota(() => sendMarketingEmail(server, { dealer_id, location_id, to, email_id, ...said }));
  const outcome = outcomeOf(sent);
  await server.within.business({ dealer_id }, "a plan's email", async (unit) => {
    const { db, now } = unit;
    // First, as a reply locks the email before anything else.
    if (email_id !== undefined) await settlePlanEmail(unit, { dealer_id, location_id, id: email_id }, sent);
    const found = await findEnrollment(db, key);
    if (found) await shareLead(db, key, found.lead_id);
    const plan = found && (await lockPlan(db, key, found.plan_id, "share"));
    const enrollment = await lockEnrollment(db, key);
    // Taken out meanwhile, or moved on by an edit: then only what became of the email is noted.
    const isCurrent = enrollment?.next_step === step.id;
    if (outcome.kind === "later" && isCurrent) {
      await settleSend(db, key, step.id, undefined);
      const next_at = new Date(now().getTime() + retryMs[outcome.reason]);
      return changeEnrollment(db, enrollment, { waits_for: outcome.reason, next_at });
    }
    const result = outcome.kind === "later" ? { state: "failed" as const, reason: outcome.reason } : outcome.result;
    await settleSend(db, key, step.id, { ...result, at: now() });
    if (!isCurrent || !plan) return;
    const due = await read(unit, enrollment, plan);
    if (!due) return;
    if (result.reason === "unsubscribed" || result.reason === "complained")
      return endEnrollment(unit, enrollment, "opted_out");
    await advance(unit, plan, enrollment, due.lead, { steps: due.steps, step });
  });
}

type EmailOutcome =
  | { readonly kind: "later"; readonly reason: PlanWait }
  | {
      readonly kind: "result";
      readonly result: { readonly state: "sent" | "failed" | "skipped" | "unknown"; readonly reason: string };
    };

/** What sending answered; undefined: the day's limit is reached. */
async function withinQuota<T>(send: () => Promise<T>): Promise<T | undefined> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof QuotaReached) return undefined;
    throw error;
  }
}

function outcomeOf(sent: MarketingEmailOutcome | undefined): EmailOutcome {
  if (!sent) return { kind: "later", reason: "quota" };
  if (sent.kind === "unready") return { kind: "later", reason: "no_address" };
  if (sent.kind === "busy") return { kind: "later", reason: "busy" };
  if (sent.kind === "skipped") return { kind: "result", result: { state: "skipped", reason: sent.reason } };
  if (sent.kind === "refused") return { kind: "result", result: { state: "failed", reason: sent.words.slice(0, 300) } };
  const state = sent.kind === "lost" ? "unknown" : "sent";
  return { kind: "result", result: { state, reason: state === "sent" ? "" : "no_answer" } };
}

/** Does a step that a person asked for, if it is still the next one. */
export const sendNow = (server: StepServer, { step_id, ...key }: EnrollmentKey & { readonly step_id: number }) =>
  runStep(server, key, { isUrged: true, step_id });

const batch = 200;

/** Does what is due, at one location or everywhere. @returns when there is more to do. */
export async function runDueSteps(server: Server, at?: LocationKey): Promise<NextRun> {
  const { within, ports, log } = server;
  const now = ports.clock.now();
  const next = (await within.eachCell.read("plans' next steps", (db) => nextDue(db, batch, at))).flat();
  const due = next.filter(({ next_at }) => next_at <= now);
  for (const { dealer_id, location_id, id } of due) {
    try {
      await runStep(server, { dealer_id, location_id, id });
    } catch (error) {
      log.error({ err: error, dealer_id }, "a plan's step failed");
      // It would be the first again at each look, and keep others from theirs.
      const next_at = new Date(now.getTime() + retryMs.busy);
      await within.business({ dealer_id }, "a plan's step that failed", ({ db }) =>
        changeEnrollment(db, { dealer_id, location_id, id }, { next_at }),
      );
    }
  }
  if (due.length === batch) return "soon";
  const waiting = next.filter(({ next_at }) => next_at > now).map(({ next_at }) => next_at.getTime());
  return waiting.length > 0 ? new Date(Math.min(...waiting)) : "at rest";
}

export const planIntervalJobs: readonly IntervalWork[] = [
  { name: "leads.plans", seconds: 5, work: (server) => runDueSteps(server) },
];

export const stepWorkers = [
  worker(runPlansJob, async (server, location) => void (await runDueSteps(server, location))),
  worker(sendNowJob, sendNow),
];
