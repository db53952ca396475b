import type { RegistrationKind } from "#core/registration.ts";
import type {
  FindResult,
  NumberResult,
  Registrar,
  ReviewResult,
  StepResult,
  Submission,
} from "#ports/registration/registration.ts";

/** What happens to one request: its answer is lost before or after the carrier took it, or the process dies then. */
export type RequestFault = "lost before" | "lost after" | "dies before" | "dies after" | StepResult;

/** A carrier at a test's command. */
export interface ScriptedRegistrar extends Registrar {
  /** What was made, in order: the reference, round and step. */
  readonly made: string[];
  /** What each request was, in order. */
  readonly requests: string[];
  readonly submissions: Submission[];
  /** What becomes of the next requests that make something; without one they succeed. */
  readonly faults: (RequestFault | undefined)[];
  readonly reviews: Map<RegistrationKind, ReviewResult>;
  numberResult: NumberResult;
  /** The carrier's list lags: what was made isn't found until this many searches were made. */
  lag: number;
}

/** A review's result. */
export const seen = (
  state: (ReviewResult & { kind: "seen" })["state"],
  more: Partial<ReviewResult & { kind: "seen" }> = {},
): ReviewResult => ({ kind: "seen", state, problems: [], dailySegments: null, mayResubmit: true, ...more });

const steps: Record<RegistrationKind, readonly string[]> = {
  business: ["profile", "representative", "brand"],
  campaign: ["service", "campaign"],
  toll_free: ["verification"],
};

export function createScriptedRegistrar(): ScriptedRegistrar {
  const sids = new Map<string, string>();
  const take = (key: string, submission: Submission): StepResult => {
    registrar.requests.push(`take ${key}`);
    registrar.submissions.push(submission);
    const fault = registrar.faults.shift();
    if (fault === "dies before") throw new Error("the process died before the request left");
    if (fault === "lost before") return { kind: "lost", why: "reset" };
    if (typeof fault === "object") return fault;
    const sid = `SID-${sids.size + 1}`;
    sids.set(key, sid);
    registrar.made.push(key);
    if (fault === "dies after") throw new Error("the process died before the answer was stored");
    return fault === "lost after" ? { kind: "lost", why: "reset" } : { kind: "done", sid };
  };
  const registrar: ScriptedRegistrar = {
    provider: "scripted",
    unavailable: {},
    answersWithin: 20_000,
    pause: 1_000,
    made: [],
    requests: [],
    submissions: [],
    faults: [],
    reviews: new Map(),
    numberResult: { kind: "seen", state: "registered" },
    lag: 0,
    steps: (kind) => steps[kind],
    take: async (step, submission) => take(`${submission.reference} ${submission.round} ${step}`, submission),
    async find(step, submission): Promise<FindResult> {
      const key = `${submission.reference} ${submission.round} ${step}`;
      registrar.requests.push(`find ${key}`);
      if (registrar.lag > 0) {
        registrar.lag -= 1;
        return { kind: "absent" };
      }
      const sid = sids.get(key);
      return sid === undefined ? { kind: "absent" } : { kind: "found", sid };
    },
    async review({ kind, reference }) {
      registrar.requests.push(`review ${reference}`);
      return registrar.reviews.get(kind) ?? seen("pending");
    },
    async join(numberSid) {
      registrar.requests.push(`join ${numberSid}`);
      return { kind: "done", sid: numberSid };
    },
    async numberState(numberSid) {
      registrar.requests.push(`number ${numberSid}`);
      return registrar.numberResult;
    },
    connect: async () => {},
    stop: async () => {},
  };
  return registrar;
}
