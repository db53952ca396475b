import type { Deadline } from "../../deadline.ts";
import type { FindResult, StepResult, Submission } from "../registration.ts";
import type { Form, Posted, RegistrationApi, Resource } from "./api.ts";
import { addressForm, brandAttributes, businessAttributes, representativeAttributes } from "./forms.ts";
import { problemsIn, problemsInEvaluation } from "./problems.ts";

/** What a step works with. */
export interface StepContext {
  readonly api: RegistrationApi;
  readonly submission: Submission;
  readonly settings: TwilioRegistrationSettings;
}

export interface TwilioRegistrationSettings {
  readonly accountSid: string;
  /** The platform's own profile, approved by Twilio; without it no business can be registered. */
  readonly primaryProfile: string | undefined;
  /** Where Twilio writes to the operator. */
  readonly notices: string;
  /** Where Twilio reports states, without a trailing slash. */
  readonly publicUrl: string;
  /** The SID of the policy of this name. */
  policy(name: string): Promise<StepResult>;
}

/** A step makes something unless it was made in an earlier round; then it changes that. */
export interface TwilioStep {
  take(context: StepContext, leaveBy: Deadline): Promise<StepResult>;
  find(context: StepContext): Promise<FindResult>;
}

export const absent: FindResult = { kind: "absent" };
export const done = (sid: string): StepResult => ({ kind: "done", sid });
/** Not in the order of the steps. */
export const outOfTurn: StepResult = { kind: "waiting" };

export const madeIn = ({ submission }: StepContext, step: string): string =>
  Object.hasOwn(submission.made, step) ? (submission.made[step] ?? "") : "";

/** The name that a step's resource has at Twilio. */
export const nameOf = ({ submission }: StepContext, step: string): string => `${submission.reference} ${step}`;

export function stepResultOf(posted: Posted): StepResult {
  if (posted.kind === "made") return done(posted.sid);
  return posted.kind === "refused" ? { kind: "refused", problems: posted.problems } : posted;
}

/** Finds the one item that a step made. */
export async function findIn(
  { api }: StepContext,
  list: readonly [host: "api" | "trusthub" | "messaging", path: string, key: string],
  isIt: (item: Resource) => boolean,
): Promise<FindResult> {
  const listed = await api.list(...list);
  if (listed.kind === "unclear") return listed;
  const [only, ...others] = listed.items.filter(isIt);
  if (!only) return absent;
  if (others.length > 0) return { kind: "unclear", why: `${others.length + 1} of the carrier's could be this one` };
  return typeof only.sid === "string"
    ? { kind: "found", sid: only.sid }
    : { kind: "unclear", why: "The carrier's list could not be read" };
}

const everything = "PageSize=1000";

/** Twilio's names of the policies that bundles are checked by. */
export const policyNames = {
  profile: "Secondary Customer Profile of type Business",
  trustProduct: "A2P Messaging: Local - Business",
} as const;

type BundleStep = keyof typeof policyNames;

const collections: Readonly<Record<BundleStep, string>> = {
  profile: "/v1/CustomerProfiles",
  trustProduct: "/v1/TrustProducts",
};

/** Where Twilio reports a bundle's states; it names the bundle as ours. */
const callbackOf = ({ settings, submission }: StepContext) =>
  `${settings.publicUrl}/webhooks/twilio/registration?r=${encodeURIComponent(submission.reference)}`;

/** The carriers are told a profile's name as the one that customers know. */
const bundleName = (context: StepContext, step: BundleStep) =>
  step === "profile" ? context.submission.facts.business.brandName : nameOf(context, step);

function bundle(step: BundleStep): TwilioStep {
  const collection = collections[step];
  return {
    async take(context, leaveBy) {
      const { api, settings } = context;
      const sid = madeIn(context, step);
      const name = bundleName(context, step);
      if (sid)
        return stepResultOf(await api.post("trusthub", `${collection}/${sid}`, [["FriendlyName", name]], leaveBy));
      const policy = await settings.policy(policyNames[step]);
      if (policy.kind !== "done") return policy;
      const form: Form = [
        ["FriendlyName", name],
        ["Email", settings.notices],
        ["PolicySid", policy.sid],
        ["StatusCallback", callbackOf(context)],
      ];
      return stepResultOf(await api.post("trusthub", collection, form, leaveBy));
    },
    async find(context) {
      if (madeIn(context, step)) return absent;
      const query = new URLSearchParams({ FriendlyName: bundleName(context, step), PageSize: "1000" });
      const callback = callbackOf(context);
      return findIn(
        context,
        ["trusthub", `${collection}?${query}`, "results"],
        (item) => item.status_callback === callback,
      );
    },
  };
}

type Attributes = (business: Submission["facts"]["business"]) => string;

/** One of the people and companies that a bundle is about. */
function endUser(step: string, type: string, attributes: Attributes): TwilioStep {
  return {
    async take(context, leaveBy) {
      const sid = madeIn(context, step);
      const changed: Form = [
        ["FriendlyName", nameOf(context, step)],
        ["Attributes", attributes(context.submission.facts.business)],
      ];
      const [path, form]: [string, Form] = sid
        ? [`/v1/EndUsers/${sid}`, changed]
        : ["/v1/EndUsers", [...changed, ["Type", type]]];
      return stepResultOf(await context.api.post("trusthub", path, form, leaveBy));
    },
    async find(context) {
      if (madeIn(context, step)) return absent;
      const name = nameOf(context, step);
      return findIn(
        context,
        ["trusthub", `/v1/EndUsers?${everything}`, "results"],
        (item) => item.friendly_name === name,
      );
    },
  };
}

const address: TwilioStep = {
  async take(context, leaveBy) {
    const { api, settings, submission } = context;
    const sid = madeIn(context, "address");
    const folder = `/2010-04-01/Accounts/${settings.accountSid}/Addresses`;
    const changed: Form = [["FriendlyName", nameOf(context, "address")], ...addressForm(submission.facts.business)];
    const [path, form]: [string, Form] = sid
      ? [`${folder}/${sid}.json`, changed]
      : [`${folder}.json`, [...changed, ["IsoCountry", "US"]]];
    return stepResultOf(await api.post("api", path, form, leaveBy));
  },
  async find(context) {
    if (madeIn(context, "address")) return absent;
    const name = nameOf(context, "address");
    const query = new URLSearchParams({ FriendlyName: name, PageSize: "1000" });
    const path = `/2010-04-01/Accounts/${context.settings.accountSid}/Addresses.json?${query}`;
    return findIn(context, ["api", path, "addresses"], (item) => item.friendly_name === name);
  },
};

const addressDocument: TwilioStep = {
  async take(context, leaveBy) {
    // The address itself was changed.
    const made = madeIn(context, "addressDocument");
    if (made) return done(made);
    const sid = madeIn(context, "address");
    if (!sid) return outOfTurn;
    const form: Form = [
      ["FriendlyName", nameOf(context, "addressDocument")],
      ["Type", "customer_profile_address"],
      ["Attributes", JSON.stringify({ address_sids: sid })],
    ];
    return stepResultOf(await context.api.post("trusthub", "/v1/SupportingDocuments", form, leaveBy));
  },
  async find(context) {
    const name = nameOf(context, "addressDocument");
    const path = `/v1/SupportingDocuments?${everything}`;
    return findIn(context, ["trusthub", path, "results"], (item) => item.friendly_name === name);
  },
};

/** Puts what another step made into a bundle. */
function assignment(step: string, to: BundleStep, objectOf: (context: StepContext) => string): TwilioStep {
  const pathIn = (context: StepContext) => `${collections[to]}/${madeIn(context, to)}/EntityAssignments`;
  return {
    async take(context, leaveBy) {
      const made = madeIn(context, step);
      if (made) return done(made);
      const object = objectOf(context);
      if (!object || !madeIn(context, to)) return outOfTurn;
      return stepResultOf(await context.api.post("trusthub", pathIn(context), [["ObjectSid", object]], leaveBy));
    },
    async find(context) {
      const object = objectOf(context);
      const path = `${pathIn(context)}?${everything}`;
      return findIn(context, ["trusthub", path, "results"], (item) => item.object_sid === object);
    },
  };
}

/** Has a bundle checked for completeness, which makes nothing that a second check would double. */
function evaluation(of: BundleStep): TwilioStep {
  return {
    async take(context, leaveBy) {
      const sid = madeIn(context, of);
      if (!sid) return outOfTurn;
      const policy = await context.settings.policy(policyNames[of]);
      if (policy.kind !== "done") return policy;
      const path = `${collections[of]}/${sid}/Evaluations`;
      const posted = await context.api.post("trusthub", path, [["PolicySid", policy.sid]], leaveBy);
      if (posted.kind !== "made" || posted.body.status === "compliant") return stepResultOf(posted);
      if (posted.body.status !== "noncompliant") return { kind: "busy", why: "The carrier's check could not be read" };
      return { kind: "refused", problems: problemsInEvaluation(posted.body.results) };
    },
    find: async () => absent,
  };
}

const submittedStates = ["pending-review", "in-review", "twilio-approved"];

/** Hands a bundle over to Twilio's reviewers. */
function handOver(of: BundleStep): TwilioStep {
  async function isSubmitted(context: StepContext): Promise<FindResult> {
    const sid = madeIn(context, of);
    const seen = await context.api.get("trusthub", `${collections[of]}/${sid}`);
    if (seen.kind === "unclear") return seen;
    const isIt = seen.kind === "seen" && submittedStates.includes(String(seen.body.status));
    return isIt ? { kind: "found", sid } : absent;
  }
  return {
    async take(context, leaveBy) {
      const sid = madeIn(context, of);
      if (!sid) return outOfTurn;
      const form: Form = [["Status", "pending-review"]];
      const posted = await context.api.post("trusthub", `${collections[of]}/${sid}`, form, leaveBy);
      // One that is under review, or stays approved, refuses to be handed over again.
      if (posted.kind === "refused" && (await isSubmitted(context)).kind === "found") return done(sid);
      return stepResultOf(posted);
    },
    find: isSubmitted,
  };
}

/** Waits for Twilio's reviewers, because carriers charge for what follows. */
function approval(of: BundleStep): TwilioStep {
  return {
    async take(context) {
      const sid = madeIn(context, of);
      if (!sid) return outOfTurn;
      const seen = await context.api.get("trusthub", `${collections[of]}/${sid}`);
      if (seen.kind !== "seen")
        return { kind: "busy", why: seen.kind === "unclear" ? seen.why : "The bundle is missing" };
      if (seen.body.status === "twilio-approved") return done(sid);
      if (seen.body.status !== "twilio-rejected") return { kind: "waiting" };
      const problems = problemsIn(seen.body.errors);
      return { kind: "refused", problems: problems.length > 0 ? problems : [{ code: "", field: "other" }] };
    },
    find: async () => absent,
  };
}

/** The steps before the brand: who the business is, in a profile and in what carriers are told of it. */
export const bundleSteps: readonly (readonly [name: string, step: TwilioStep])[] = [
  ["profile", bundle("profile")],
  ["business", endUser("business", "customer_profile_business_information", businessAttributes)],
  ["representative", endUser("representative", "authorized_representative_1", representativeAttributes)],
  ["address", address],
  ["addressDocument", addressDocument],
  ["assignBusiness", assignment("assignBusiness", "profile", (context) => madeIn(context, "business"))],
  [
    "assignRepresentative",
    assignment("assignRepresentative", "profile", (context) => madeIn(context, "representative")),
  ],
  ["assignAddress", assignment("assignAddress", "profile", (context) => madeIn(context, "addressDocument"))],
  ["assignPrimary", assignment("assignPrimary", "profile", ({ settings }) => settings.primaryProfile ?? "")],
  ["evaluateProfile", evaluation("profile")],
  ["submitProfile", handOver("profile")],
  ["trustProduct", bundle("trustProduct")],
  ["brandInformation", endUser("brandInformation", "us_a2p_messaging_profile_information", brandAttributes)],
  [
    "assignBrandInformation",
    assignment("assignBrandInformation", "trustProduct", (context) => madeIn(context, "brandInformation")),
  ],
  ["assignProfile", assignment("assignProfile", "trustProduct", (context) => madeIn(context, "profile"))],
  ["evaluateTrustProduct", evaluation("trustProduct")],
  ["submitTrustProduct", handOver("trustProduct")],
  ["approveProfile", approval("profile")],
  ["approveTrustProduct", approval("trustProduct")],
];
