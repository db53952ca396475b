import * as z from "zod/mini";
import { job } from "#core/job.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type RegisteredNumber, registeredNumbers } from "#domains/locations/server/public.ts";
import { deadlineIn, leavesWithin } from "#ports/deadline.ts";
import type {
  FindResult,
  NumberResult,
  Registrar,
  RegistrationProblem,
  ReviewResult,
  StepResult,
  Submission,
} from "#ports/registration/registration.ts";
import { joinAgainAfter, lookAgainAfter } from "../rules.ts";
import { advanceJob, continueRound, lookLater } from "./looks.ts";
import { recordEvent } from "./news.ts";
import { changeNumber, holdNumbers, joiningNumbers, nextNumber, numberChangedJob } from "./numbers.ts";
import {
  changeStep,
  deleteIntendedStep,
  dueRegistrations,
  endStep,
  insertStep,
  lockRegistration,
  type RegistrationChange,
  type RegistrationKey,
  type RegistrationRow,
  referenceOf,
  registrationOfSid,
  registrationsOf,
  type StepRow,
  stepsOf,
  takeRequestSlot,
  updateRegistration,
} from "./store.ts";
import { openFacts } from "./submissionFacts.ts";

/** Takes up what a crash left, and numbers that came since. */
export const sweepRegistrationsJob = job("textRegistration.sweep", z.object({}), { retries: 0 });

const graceMs = 3_000;
/** The carrier's lists show what was just made after a while. */
const listLagMs = 30_000;
/** A step is searched for so often before it counts as never taken. */
const searchesUntilAbsent = 2;
/** Then a person must look at it. */
const mostAttempts = 5;
const mostLooks = 60;
const dayMs = 86_400_000;

type AdvanceServer = Pick<Server, "within" | "ports" | "log" | "secret">;

/** One request at the carrier's, decided and committed before it leaves. */
type Turn = StepTurn | ReviewTurn | NumberTurn;

interface ReviewTurn {
  readonly kind: "review";
  readonly row: RegistrationRow;
  readonly submission: Submission;
}

interface StepTurn extends Omit<ReviewTurn, "kind"> {
  readonly kind: "take" | "find";
  readonly step: string;
}

interface NumberTurn extends Omit<ReviewTurn, "kind"> {
  readonly kind: "join" | "number";
  readonly number: RegisteredNumber;
}

/**
 * Takes a registration on, one request after another, until it must wait. Each step is committed before its request
 * leaves, and `look_at` is its lease: a second process finds nothing to do before that, and takes up what is left after.
 */
export async function advance(server: AdvanceServer, key: RegistrationKey): Promise<void> {
  const { registrar } = server.ports;
  if (!registrar) return;
  for (;;) {
    const leaveBy = deadlineIn(server.ports.clock);
    if (!(await isDue(server, key))) return;
    if (!(await hasSlot(server, registrar))) return resumeRound(server, key, registrar.pause + 1_000);
    const turn = await begin(server, registrar, key);
    if (!turn) return;
    const goesOn = await perform(server, registrar, key, turn, leaveBy);
    if (!goesOn) return;
  }
}

const isDue = ({ within, ports }: AdvanceServer, key: RegistrationKey) =>
  within.business({ dealer_id: key.dealer_id }, "register texts", async ({ db }) => {
    const row = await lockRegistration(db, key);
    return row?.look_at != null && row.look_at <= ports.clock.now();
  });

const hasSlot = ({ within }: AdvanceServer, { pause }: Registrar) =>
  within.control("the pace of registrations", ({ db, now }) => takeRequestSlot(db, now(), pause));

/** Continues a round of looks, in a transaction of its own. */
const resumeRound = ({ within }: AdvanceServer, key: RegistrationKey, milliseconds = 0) =>
  within.business({ dealer_id: key.dealer_id }, "register texts", (unit) => continueRound(unit, key, milliseconds));

/** Decides what to ask of the carrier next, and commits it with a lease. */
async function begin(server: AdvanceServer, registrar: Registrar, key: RegistrationKey): Promise<Turn | undefined> {
  const { dealer_id } = key;
  return server.within.business({ dealer_id }, "register texts", async (unit) => {
    const { db, now } = unit;
    const row = await lockRegistration(db, key);
    if (!row?.look_at || row.look_at > now()) return undefined;
    const all = await registrationsOf(db, dealer_id);
    const steps = await stepsOf(db, dealer_id);
    const numbers = await registeredNumbers(db, dealer_id);
    const submission = submissionOf(server, row, { dealer_id, all, steps, numbers });
    if (!submission) return stop(unit, key, row);
    const turn = await decide(unit, registrar, key, { row, all, steps, numbers, submission });
    if (!turn) return undefined;
    const looked = [...row.looked, "number" in turn ? `${turn.kind} ${turn.number.number}` : turn.kind];
    // The look that begins sees what was noticed before; what is noticed from here on needs another.
    await continueRound(unit, key, leavesWithin + registrar.answersWithin + graceMs, { looked, noticed_at: null });
    return turn;
  });
}

interface Decision {
  readonly row: RegistrationRow;
  readonly all: readonly RegistrationRow[];
  readonly steps: readonly StepRow[];
  readonly numbers: readonly RegisteredNumber[];
  readonly submission: Submission;
}

async function decide(unit: UnitOfWork, registrar: Registrar, key: RegistrationKey, decision: Decision) {
  const { row, all, numbers, submission } = decision;
  if (row.state === "waiting") {
    const business = all.find(({ kind }) => kind === "business");
    if (business?.state !== "approved") {
      await updateRegistration(unit.db, key, { look_at: null });
      return undefined;
    }
    await updateRegistration(unit.db, key, { state: "submitting", looks: 0 });
    return decideStep(unit, registrar, key, { ...decision, row: { ...row, state: "submitting", looks: 0 } });
  }
  if (row.state === "submitting") return decideStep(unit, registrar, key, decision);
  if (row.state === "stuck") {
    await updateRegistration(unit.db, key, { look_at: null });
    return undefined;
  }
  const number = row.kind === "campaign" && row.state === "approved" ? nextNumber(numbers, row.looked) : undefined;
  if (number)
    return { kind: number.registration === "pending" ? "number" : "join", number, row, submission } satisfies Turn;
  if (!row.looked.includes("review")) return { kind: "review", row, submission } satisfies Turn;
  await restUntilNextLook(unit, key, row, numbers);
  return undefined;
}

async function decideStep(
  unit: UnitOfWork,
  registrar: Registrar,
  key: RegistrationKey,
  { row, steps, submission }: Decision,
): Promise<Turn | undefined> {
  const { db, now } = unit;
  const current = steps.filter(({ registration_id, round }) => registration_id === row.id && round === row.round);
  const open = current.find(({ state }) => state === "intended");
  if (open) {
    const step = { ...key, round: row.round, step: open.step };
    if (open.searches < searchesUntilAbsent) return { kind: "find", step: open.step, row, submission };
    if (open.attempts >= mostAttempts) return stop(unit, key, row);
    await changeStep(db, step, { attempts: open.attempts + 1, searches: 0 });
    return { kind: "take", step: open.step, row, submission };
  }
  const next = registrar.steps(row.kind, row.round).find((name) => !current.some(({ step }) => step === name));
  if (next !== undefined) {
    await insertStep(db, { ...key, round: row.round, step: next }, now());
    return { kind: "take", step: next, row, submission };
  }
  await updateRegistration(db, key, { state: "in_review", looks: 0 });
  await recordEvent(unit, key, { kind: row.kind, what: "in_review", number: row.number });
  return { kind: "review", row: { ...row, state: "in_review", looks: 0 }, submission };
}

/** What the carrier is given: as it was submitted, with what earlier steps made. Undefined when the seal can't be opened. */
function submissionOf(
  { secret, log }: AdvanceServer,
  row: RegistrationRow,
  { dealer_id, all, steps, numbers }: Pick<Decision, "all" | "steps" | "numbers"> & { readonly dealer_id: number },
): Submission | undefined {
  const facts = openFacts(secret, row.facts_sealed);
  if (!facts) {
    log.error(
      { dealer_id, registration_id: row.id },
      "a registration's facts could not be opened: was the secret key changed?",
    );
    return undefined;
  }
  const business = all.find(({ kind }) => kind === "business");
  const own = steps.filter(({ state, registration_id }) => state === "done" && registration_id === row.id);
  const before = steps.filter(
    ({ state, registration_id }) => state === "done" && row.kind !== "business" && registration_id === business?.id,
  );
  const sid = numbers.find(({ number }) => number === row.number)?.provider_sid;
  return {
    kind: row.kind,
    reference: referenceOf({ dealer_id, registration_id: row.id }),
    facts,
    round: row.round,
    tollFree: row.kind === "toll_free" && sid ? { number: row.number, sid } : null,
    made: Object.fromEntries([...before, ...own].map(({ step, sid }) => [step, sid])),
  };
}

/** Makes the request, and records its answer. @returns whether the next one may follow. */
async function perform(
  server: AdvanceServer,
  registrar: Registrar,
  key: RegistrationKey,
  turn: Turn,
  leaveBy: ReturnType<typeof deadlineIn>,
): Promise<boolean> {
  const { submission, row } = turn;
  const inBusiness = <T>(work: (unit: UnitOfWork, current: RegistrationRow) => Promise<T>) =>
    server.within.business({ dealer_id: key.dealer_id }, "register texts", async (unit) => {
      const current = await lockRegistration(unit.db, key);
      // Submitted again meanwhile: the answer belongs to a round that is over.
      return current && current.round === row.round ? work(unit, current) : (false as T);
    });
  if ("step" in turn) {
    if (turn.kind === "take") {
      const result = await registrar.take(turn.step, submission, leaveBy);
      return inBusiness((unit) => afterTaking(unit, server, key, turn, result));
    }
    const result = await registrar.find(turn.step, submission);
    return inBusiness((unit) => afterFinding(unit, key, turn, result));
  }
  if (turn.kind === "review") {
    const result = await registrar.review(submission);
    // Another look may have recorded its answer meanwhile.
    return inBusiness((unit, current) => afterReview(unit, key, current, result));
  }
  const sid = turn.number.provider_sid ?? "";
  if (turn.kind === "join") {
    const result = await registrar.join(sid, submission, leaveBy);
    return afterJoining(server, key, turn.number, result);
  }
  const result = await registrar.numberState(sid, turn.number.number, submission);
  return afterNumber(server, key, turn.number, result);
}

async function afterTaking(
  unit: UnitOfWork,
  { log }: AdvanceServer,
  key: RegistrationKey,
  { step, row }: StepTurn,
  result: StepResult,
): Promise<boolean> {
  const stepKey = { ...key, round: row.round, step };
  if (result.kind === "done") {
    await endStep(unit.db, stepKey, result.sid, unit.now());
    await lookLater(unit, key, 0, { looks: 0 });
    return true;
  }
  if (result.kind === "lost") {
    log.warn({ ...stepKey, why: result.why }, "the answer to a step of a registration was lost");
    await lookLater(unit, key, listLagMs);
    return false;
  }
  await deleteIntendedStep(unit.db, stepKey);
  if (result.kind === "refused") {
    await refuse(unit, key, row, result.problems, true);
    return false;
  }
  const wait = result.kind === "waiting" ? lookAgainAfter(row.looks) : Math.min(15_000 * 2 ** row.looks, 900_000);
  await lookLater(unit, key, wait, { looks: row.looks + 1, looked_at: unit.now() });
  return false;
}

async function afterFinding(
  unit: UnitOfWork,
  key: RegistrationKey,
  { step, row }: StepTurn,
  result: FindResult,
): Promise<boolean> {
  const stepKey = { ...key, round: row.round, step };
  if (result.kind === "found") {
    await endStep(unit.db, stepKey, result.sid, unit.now());
    await lookLater(unit, key, 0, { looks: 0 });
    return true;
  }
  if (result.kind === "absent") {
    const open = (await stepsOf(unit.db, key.dealer_id)).find(
      (one) => one.registration_id === row.id && one.round === row.round && one.step === step,
    );
    const searches = (open?.searches ?? 0) + 1;
    await changeStep(unit.db, stepKey, { searches });
    await lookLater(unit, key, listLagMs);
    return false;
  }
  if (row.looks >= mostLooks) {
    await stop(unit, key, row);
    return false;
  }
  await lookLater(unit, key, lookAgainAfter(row.looks), { looks: row.looks + 1 });
  return false;
}

async function afterReview(
  unit: UnitOfWork,
  key: RegistrationKey,
  row: RegistrationRow,
  result: ReviewResult,
): Promise<boolean> {
  const { db, now } = unit;
  if (result.kind === "unclear") {
    await lookLater(unit, key, lookAgainAfter(row.looks), { looks: row.looks + 1 });
    return false;
  }
  const { state, problems, mayResubmit, dailySegments } = result;
  const seen = { looked_at: now(), daily_segments: dailySegments ?? row.daily_segments, may_resubmit: mayResubmit };
  if (state === "approved" && row.state !== "approved") {
    await approve(unit, key, row, seen);
    return true;
  }
  if (state === "refused" && row.state !== "refused") {
    await refuse(unit, key, row, problems, mayResubmit);
    await holdNumbers(unit, key, row, "rejected");
    return false;
  }
  if (state === "suspended" && row.state !== "suspended") {
    await lookLater(unit, key, dayMs / 4, { ...seen, state: "suspended", problems, decided_at: now(), looks: 0 });
    await recordEvent(unit, key, { kind: row.kind, what: "suspended", number: row.number, problems });
    await holdNumbers(unit, key, row, "suspended");
    return false;
  }
  // A carrier's support may take a refused one up again; what is approved never goes back to a review.
  const isTakenUp =
    (state === "pending" || state === "in_review") && (row.state === "refused" || row.state === "suspended");
  if (isTakenUp) {
    await lookLater(unit, key, lookAgainAfter(0), {
      ...seen,
      state: "in_review",
      problems: [],
      decided_at: null,
      looks: 0,
    });
    await recordEvent(unit, key, { kind: row.kind, what: "in_review", number: row.number });
    return false;
  }
  if (row.state === "approved") {
    await restUntilNextLook(unit, key, row, await registeredNumbers(db, key.dealer_id), seen);
    return false;
  }
  const wait = row.state === "in_review" ? lookAgainAfter(row.looks) : dayMs;
  await lookLater(unit, key, wait, { ...seen, looks: row.looks + 1 });
  return false;
}

async function approve(unit: UnitOfWork, key: RegistrationKey, row: RegistrationRow, seen: RegistrationChange) {
  const { dealer_id } = key;
  const what = row.state === "suspended" ? "restored" : "approved";
  const change = { ...seen, state: "approved", problems: [], decided_at: unit.now(), looks: 0 } as const;
  await lookLater(unit, key, row.kind === "campaign" ? 0 : dayMs, change);
  await recordEvent(unit, key, { kind: row.kind, what, number: row.number });
  if (row.kind === "toll_free")
    unit.enqueue(numberChangedJob, { dealer_id, number: row.number, registration: "registered" });
  if (row.kind !== "business") return;
  const campaign = (await registrationsOf(unit.db, dealer_id)).find(({ kind }) => kind === "campaign");
  if (campaign?.state !== "waiting") return;
  await lookLater(unit, { dealer_id, registration_id: campaign.id }, 0);
}

async function refuse(
  unit: UnitOfWork,
  key: RegistrationKey,
  row: RegistrationRow,
  problems: readonly RegistrationProblem[],
  may_resubmit: boolean,
): Promise<void> {
  const now = unit.now();
  const change = { state: "refused", problems, may_resubmit, decided_at: now, looked_at: now, looks: 0 } as const;
  await lookLater(unit, key, dayMs, change);
  await recordEvent(unit, key, { kind: row.kind, what: "refused", number: row.number, problems }, may_resubmit);
}

/** Ends what can't go on by itself; the operator is needed. */
async function stop(unit: UnitOfWork, key: RegistrationKey, row: RegistrationRow): Promise<undefined> {
  await updateRegistration(unit.db, key, { state: "stuck", look_at: null });
  await recordEvent(unit, key, { kind: row.kind, what: "stuck", number: row.number });
}

async function afterJoining(
  server: AdvanceServer,
  key: RegistrationKey,
  { number, registration: from }: RegisteredNumber,
  result: StepResult,
): Promise<boolean> {
  const asked = { dealer_id: key.dealer_id, number, from };
  if (result.kind === "done") await changeNumber(server, { ...asked, registration: "pending" });
  if (result.kind === "refused") await changeNumber(server, { ...asked, registration: "rejected" });
  // Without an answer it is asked to join again in the next round, which is harmless.
  await resumeRound(server, key);
  return true;
}

async function afterNumber(
  server: AdvanceServer,
  key: RegistrationKey,
  { number, registration: from }: RegisteredNumber,
  result: NumberResult,
): Promise<boolean> {
  if (result.kind === "seen" && result.state === "registered")
    await changeNumber(server, { dealer_id: key.dealer_id, number, from, registration: "registered" });
  await resumeRound(server, key);
  return true;
}

async function restUntilNextLook(
  unit: UnitOfWork,
  key: RegistrationKey,
  row: RegistrationRow,
  numbers: readonly RegisteredNumber[],
  change: RegistrationChange = {},
): Promise<void> {
  const isJoining = row.kind === "campaign" && joiningNumbers(numbers).length > 0;
  await lookLater(unit, key, isJoining ? joinAgainAfter(row.looks) : dayMs, { ...change, looks: row.looks + 1 });
}

/** The carrier says that something changed: look at it again. What it says about it isn't believed. */
export async function lookAgain({ within }: Pick<Server, "within">, sid: string): Promise<void> {
  const [key] = (await within.eachCell("a registration's notice", ({ db }) => registrationOfSid(db, sid))).filter(
    (found) => found !== undefined,
  );
  if (!key) return;
  await within.business({ dealer_id: key.dealer_id }, "a registration's notice", async (unit) => {
    const row = await lockRegistration(unit.db, key);
    if (!row || row.state === "submitting" || row.state === "waiting" || row.state === "stuck") return;
    await lookLater(unit, key, 0, { noticed_at: unit.now() });
  });
}

/** Numbers that came since the campaign was approved join it now. */
export async function joinNumbers(
  { within }: Pick<Server, "within">,
  { dealer_id }: Pick<RegistrationKey, "dealer_id">,
): Promise<void> {
  await within.business({ dealer_id }, "numbers of a registration", async (unit) => {
    const campaign = (await registrationsOf(unit.db, dealer_id)).find(({ kind }) => kind === "campaign");
    if (campaign?.state !== "approved") return;
    await lookLater(unit, { dealer_id, registration_id: campaign.id }, 0, { looks: 0 });
  });
}

/** Takes up what a crash left, hourly; jobs come at their time otherwise. */
async function sweepRegistrations({ within }: AdvanceServer): Promise<void> {
  await within.eachCell("registrations that are due", async (unit) => {
    for (const key of await dueRegistrations(unit.db, unit.now())) unit.enqueue(advanceJob, key);
  });
}

export const advanceWorkers = [
  worker(advanceJob, advance),
  worker(sweepRegistrationsJob, sweepRegistrations, { schedule: "37 * * * *" }),
];
