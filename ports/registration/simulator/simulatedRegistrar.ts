import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import { createLooks } from "#core/looks.ts";
import { kindOfPhone } from "#core/phone.ts";
import type { RegistrationKind } from "#core/registration.ts";
import type { Clock } from "../../clock/clock.ts";
import type { Deadline } from "../../deadline.ts";
import type { Log } from "../../log.ts";
import {
  type FindResult,
  type NumberResult,
  type Registrar,
  type RegistrationCallbacks,
  type ReviewedState,
  type ReviewResult,
  refusedBeforehand,
  type StepResult,
  type Submission,
} from "../registration.ts";
import { refusalWithCode } from "./refusals.ts";
import {
  decide,
  joinNumber,
  joinOf,
  keep,
  keptOf,
  keptWithSid,
  type MakingStep,
  msUntilDue,
  nextFault,
  type RegistrarSettings,
  readRegistrar,
  saveRegistrar,
  settle,
  stateAt,
  verificationState,
  wasTaken,
} from "./submissions.ts";

/** What reviewers do on the simulator's page; `again`: they look at it once more. */
export type ReviewerAction = "approve" | "refuse" | "suspend" | "again";

/** A simulated registrar: the reviewers are on a web page. */
export interface SimulatedRegistrar extends Registrar {
  /** How it works, and what goes wrong on purpose. */
  settings(): Promise<RegistrarSettings>;
  saveSettings(settings: RegistrarSettings): Promise<void>;
  /** @returns false when there is no such submission, or no such code. */
  decide(id: number, action: ReviewerAction, code?: string): Promise<boolean>;
  /** Approves what is due, and reports it. It does so by itself once it is connected. */
  settle(): Promise<void>;
}

export interface SimulatedRegistrarSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
}

const steps: Readonly<Record<RegistrationKind, readonly MakingStep[]>> = {
  business: ["profile", "brand"],
  campaign: ["service", "campaign"],
  toll_free: ["verification"],
};

/** The last step of each kind, which is reviewed. */
const reviewedSteps = { business: "brand", campaign: "campaign", toll_free: "verification" } as const;

const joiningMs = 5_000;
const lookMs = 250;
const retryMs = 1_000;
/** A timer's longest wait; another process's submissions are due in that one. */
const restMs = 3_600_000;

export function createSimulatedRegistrar({ pool, clock, log }: SimulatedRegistrarSettings): SimulatedRegistrar {
  let callbacks: RegistrationCallbacks | undefined;

  async function report(sids: readonly string[]): Promise<void> {
    for (const sid of sids) {
      await callbacks?.onNotice(sid).catch((error: unknown) => {
        log.warn({ err: error, sid }, "the application failed a registration's notice");
      });
    }
  }

  const settleNow = async () => report(await settle(pool, clock.now()));

  async function look(): Promise<number> {
    await settleNow();
    const ms = await msUntilDue(pool, clock.now());
    return ms === null ? restMs : Math.max(ms, lookMs);
  }

  const onFailure = (error: unknown) => {
    log.warn({ err: error }, "the simulated registrar can't read what is due");
    return retryMs;
  };
  // Submissions are taken within units of work, to which what follows doesn't belong.
  const looks = createLooks(look, { apart: lookMs, onFailure, context: AsyncLocalStorage.snapshot() });
  const lookSoon = () => callbacks && looks.now();

  async function take(step: MakingStep, submission: Submission, leaveBy: Deadline): Promise<StepResult> {
    if (step === "campaign") {
      const brand = await keptWithSid(pool, submission.made.brand ?? "");
      if (brand?.state !== "approved") return { kind: "waiting" };
    }
    const fault = await nextFault(pool);
    if (fault === "busy") return { kind: "busy", why: "Too many requests" };
    if (fault === "lost_request") return { kind: "lost", why: "The request got lost" };
    if (leaveBy.hasPassed()) return { kind: "busy", why: "It was too late to leave" };
    const sid = await keep(pool, step, submission, clock.now());
    lookSoon();
    return fault === "lost_answer" ? { kind: "lost", why: "The answer got lost" } : { kind: "done", sid };
  }

  async function find(step: MakingStep, submission: Submission): Promise<FindResult> {
    const kept = await keptOf(pool, step, submission.reference);
    return kept && wasTaken(kept, submission) ? { kind: "found", sid: kept.sid } : { kind: "absent" };
  }

  async function review({ kind, made, facts }: Submission): Promise<ReviewResult> {
    await settleNow();
    const kept = await keptWithSid(pool, made[reviewedSteps[kind]] ?? "");
    if (!kept) return { kind: "unclear", why: "It has not been handed over" };
    const state = stateAt(kept, clock.now());
    const refusal = state === "refused" || state === "suspended" ? refusalWithCode(kept.code) : undefined;
    const problems = refusal?.fields.map((field) => ({ code: kept.code, field })) ?? [];
    const dailySegments = kind === "toll_free" ? null : facts.campaign.volume === "low" ? 2_000 : 10_000;
    const mayResubmit = state !== "suspended" && !refusal?.isFinal;
    return { kind: "seen", state, problems, dailySegments, mayResubmit };
  }

  async function numberState(numberSid: string, number: string): Promise<NumberResult> {
    if (kindOfPhone(number) === "toll_free")
      return { kind: "seen", state: numberStateOf(await verificationState(pool, number)) };
    const join = await joinOf(pool, numberSid);
    const state = numberStateOf(join?.state);
    const isJoining = join !== undefined && join.joined_at > clock.now();
    return { kind: "seen", state: state === "registered" && isJoining ? "joining" : state };
  }

  return {
    provider: "simulator",
    unavailable: {},
    answersWithin: 5_000,
    pause: 0,
    steps: (kind) => steps[kind],

    async take(name, submission, leaveBy) {
      const step = steps[submission.kind].find((one) => one === name);
      if (!step) return { kind: "waiting" };
      const refused = refusedBeforehand(submission);
      if (refused.length > 0) return { kind: "refused", problems: refused };
      return take(step, submission, leaveBy).catch((error: unknown) => ({ kind: "lost", why: nameOf(error) }));
    },

    async find(name, submission) {
      const step = steps[submission.kind].find((one) => one === name);
      return step ? find(step, submission).catch(unclear) : { kind: "absent" };
    },

    review: (submission) => review(submission).catch(unclear),

    async join(numberSid, { made }, leaveBy) {
      try {
        const campaign = await keptWithSid(pool, made.campaign ?? "");
        if (campaign?.state !== "approved") return { kind: "waiting" };
        if (leaveBy.hasPassed()) return { kind: "busy", why: "It was too late to leave" };
        await joinNumber(pool, numberSid, campaign.sid, new Date(clock.now().getTime() + joiningMs));
        lookSoon();
        return { kind: "done", sid: numberSid };
      } catch (error) {
        return { kind: "lost", why: nameOf(error) };
      }
    },

    numberState: (numberSid, number) => numberState(numberSid, number).catch(unclear),

    async connect(listener) {
      callbacks = listener;
      looks.now();
    },

    async stop() {
      callbacks = undefined;
      await looks.stop();
    },

    settings: () => readRegistrar(pool),
    saveSettings: (settings) => saveRegistrar(pool, settings),

    async decide(id, action, code = "") {
      if (action === "refuse" && !refusalWithCode(code)) return false;
      const states = { approve: "approved", refuse: "refused", suspend: "suspended", again: "in_review" } as const;
      const { approve_seconds } = await readRegistrar(pool);
      const isAgain = action === "again" && approve_seconds !== null;
      const decideAt = isAgain ? new Date(clock.now().getTime() + approve_seconds * 1_000) : null;
      const sid = await decide(pool, id, states[action], action === "refuse" ? code : "", decideAt);
      if (sid) await report([sid]);
      if (sid && decideAt) lookSoon();
      return sid !== undefined;
    },

    settle: settleNow,
  };
}

function numberStateOf(state: ReviewedState | undefined): "registered" | "joining" | "missing" {
  if (state === "approved") return "registered";
  return state === "pending" || state === "in_review" ? "joining" : "missing";
}

const nameOf = (error: unknown): string => (error instanceof Error ? error.name : "unknown");
const unclear = (error: unknown) => ({ kind: "unclear", why: nameOf(error) }) as const;
