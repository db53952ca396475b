import { kindOfPhone } from "#core/phone.ts";
import type { NumberResult, ReviewedState, ReviewResult, Submission } from "../registration.ts";
import type { RegistrationApi, Resource, Seen } from "./api.ts";
import { mayBeSubmittedAgain, problemsIn } from "./problems.ts";

const stateOf = (states: Readonly<Record<string, ReviewedState>>, status: unknown): ReviewedState | undefined =>
  typeof status === "string" && Object.hasOwn(states, status) ? states[status] : undefined;

export const brandStates: Readonly<Record<string, ReviewedState>> = {
  PENDING: "pending",
  IN_REVIEW: "in_review",
  APPROVED: "approved",
  FAILED: "refused",
  SUSPENDED: "suspended",
  // Without its brand nothing is delivered, and only support can bring it back.
  DELETION_PENDING: "suspended",
  DELETION_FAILED: "suspended",
  DELETED: "suspended",
};

export const campaignStates: Readonly<Record<string, ReviewedState>> = {
  PENDING: "pending",
  IN_PROGRESS: "in_review",
  VERIFIED: "approved",
  FAILED: "refused",
  SUSPENDED: "suspended",
};

export const tollFreeStates: Readonly<Record<string, ReviewedState>> = {
  PENDING_REVIEW: "pending",
  IN_REVIEW: "in_review",
  TWILIO_APPROVED: "approved",
  TWILIO_REJECTED: "refused",
};

/** The segments a day that T-Mobile takes of a brand: by its score, or by the tier that follows from it. */
const segmentsByTier: Readonly<Record<string, number>> = {
  TOP: 200_000,
  HIGH_MID: 40_000,
  LOW_MID: 10_000,
  LOW: 2_000,
};

function segmentsOfScore(score: unknown): number | null {
  if (typeof score !== "number" || score <= 0) return null;
  return score >= 75 ? 200_000 : score >= 50 ? 40_000 : score >= 25 ? 10_000 : 2_000;
}

function segmentsOfCampaign({ us_app_to_person_usecase, rate_limits }: Resource): number | null {
  if (us_app_to_person_usecase === "LOW_VOLUME") return 2_000;
  const tier = (rate_limits as { tmobile?: { brand_tier?: unknown } | null } | null | undefined)?.tmobile?.brand_tier;
  return typeof tier === "string" && Object.hasOwn(segmentsByTier, tier) ? (segmentsByTier[tier] ?? null) : null;
}

const unknown = (status: unknown): ReviewResult => ({
  kind: "unclear",
  // A status is a word of Twilio's; anything else could be what was submitted.
  why: `The carrier has no state that we know${/^[A-Z_-]{1,40}$/i.test(String(status)) ? `: ${status}` : ""}`,
});

/** Problems matter only when something is to be changed. */
const problemsFor = (state: ReviewedState, errors: unknown) =>
  state === "refused" || state === "suspended" ? problemsIn(errors) : [];

function brandReview(body: Resource): ReviewResult {
  const state = stateOf(brandStates, body.status);
  if (!state) return unknown(body.status);
  const problems = problemsFor(state, body.errors);
  return {
    kind: "seen",
    state,
    problems,
    dailySegments: segmentsOfScore(body.brand_score),
    mayResubmit: state !== "suspended",
  };
}

function campaignReview(body: Resource): ReviewResult {
  const state = stateOf(campaignStates, body.campaign_status);
  if (!state) return unknown(body.campaign_status);
  const problems = problemsFor(state, body.errors);
  const mayResubmit = state !== "suspended" && mayBeSubmittedAgain(problems);
  return { kind: "seen", state, problems, dailySegments: segmentsOfCampaign(body), mayResubmit };
}

function tollFreeReview(body: Resource): ReviewResult {
  const state = stateOf(tollFreeStates, body.status);
  if (!state) return unknown(body.status);
  const reasons = problemsFor(state, body.rejection_reasons);
  const problems = reasons.length > 0 ? reasons : problemsFor(state, [{ code: body.error_code }]);
  const mayResubmit = state !== "refused" || body.edit_allowed === true;
  return { kind: "seen", state, problems, dailySegments: null, mayResubmit };
}

/** What has become of what the steps made. */
export async function reviewOf(api: RegistrationApi, { kind, made }: Submission): Promise<ReviewResult> {
  const last = { business: "brand", campaign: "campaign", toll_free: "verification" }[kind];
  if (!made[last]) return { kind: "unclear", why: "It has not been handed over" };
  const path = {
    business: `/v1/a2p/BrandRegistrations/${made.brand}`,
    campaign: `/v1/Services/${made.service}/Compliance/Usa2p/${made.campaign}`,
    toll_free: `/v1/Tollfree/Verifications/${made.verification}`,
  }[kind];
  const seen = await api.get("messaging", path);
  if (seen.kind === "missing") return { kind: "unclear", why: "The carrier no longer has it" };
  if (seen.kind === "unclear") return seen;
  return { business: brandReview, campaign: campaignReview, toll_free: tollFreeReview }[kind](seen.body);
}

/** So many services are asked at the same time. */
const atOnce = 8;

/** Whether a number is verified, or under a verified campaign. */
export async function numberStateOf(
  api: RegistrationApi,
  numberSid: string,
  number: string,
  campaign: Submission | undefined,
): Promise<NumberResult> {
  if (kindOfPhone(number) === "toll_free") return verifiedState(api, numberSid);
  const known = campaign?.made.service;
  if (known) {
    const state = await stateIn(api, known, numberSid);
    if (state.kind === "unclear" || state.state !== "missing") return state;
  }
  const services = await api.list("messaging", "/v1/Services?PageSize=1000", "services");
  if (services.kind === "unclear") return services;
  const sids = services.items
    .filter(
      ({ sid, us_app_to_person_registered }) =>
        typeof sid === "string" && sid !== known && us_app_to_person_registered !== false,
    )
    .map(({ sid }) => String(sid));
  let unclear: NumberResult | undefined;
  for (let start = 0; start < sids.length; start += atOnce) {
    const states = await Promise.all(sids.slice(start, start + atOnce).map((sid) => stateIn(api, sid, numberSid)));
    const found = states.find((state) => state.kind === "seen" && state.state !== "missing");
    if (found) return found;
    unclear ??= states.find((state) => state.kind === "unclear");
  }
  return unclear ?? { kind: "seen", state: "missing" };
}

async function verifiedState(api: RegistrationApi, numberSid: string): Promise<NumberResult> {
  const query = new URLSearchParams({ TollfreePhoneNumberSid: numberSid, PageSize: "1000" });
  const listed = await api.list("messaging", `/v1/Tollfree/Verifications?${query}`, "verifications");
  if (listed.kind === "unclear") return listed;
  const states = listed.items
    .filter((item) => item.tollfree_phone_number_sid === numberSid)
    .map((item) => stateOf(tollFreeStates, item.status));
  return { kind: "seen", state: joined(states) };
}

/** A number's state in one service: missing when it isn't in it, or under no campaign that is alive. */
async function stateIn(api: RegistrationApi, service: string, numberSid: string): Promise<NumberResult> {
  const member: Seen = await api.get("messaging", `/v1/Services/${service}/PhoneNumbers/${numberSid}`);
  if (member.kind === "unclear") return member;
  if (member.kind === "missing") return { kind: "seen", state: "missing" };
  const listed = await api.list("messaging", `/v1/Services/${service}/Compliance/Usa2p?PageSize=1000`, "compliance");
  if (listed.kind === "unclear") return listed;
  return { kind: "seen", state: joined(listed.items.map((item) => stateOf(campaignStates, item.campaign_status))) };
}

function joined(states: readonly (ReviewedState | undefined)[]) {
  if (states.includes("approved")) return "registered";
  return states.includes("pending") || states.includes("in_review") ? "joining" : "missing";
}
