import type { RegistrationKind } from "#core/registration.ts";
import type { FindResult, StepResult, Submission } from "../registration.ts";
import type { Form } from "./api.ts";
import {
  absent,
  bundleSteps,
  done,
  findIn,
  madeIn,
  nameOf,
  outOfTurn,
  type StepContext,
  stepResultOf,
  type TwilioStep,
} from "./bundles.ts";
import { campaignForm, campaignUpdateForm, unchangeableOf, verificationForm } from "./forms.ts";

const other = (code = ""): StepResult => ({ kind: "refused", problems: [{ code, field: "other" }] });

/** Whether something that was refused before has been handed over again. */
async function isHandedOver(
  { api }: StepContext,
  path: string,
  isRefused: (status: unknown, campaignStatus: unknown) => boolean,
): Promise<FindResult> {
  const seen = await api.get("messaging", path);
  if (seen.kind === "unclear") return seen;
  if (seen.kind === "missing" || isRefused(seen.body.status, seen.body.campaign_status)) return absent;
  return { kind: "found", sid: String(seen.body.sid ?? "") };
}

const brands = "/v1/a2p/BrandRegistrations";
const isFailed = (status: unknown) => status === "FAILED";

const brand: TwilioStep = {
  async take(context, leaveBy) {
    const { api, submission } = context;
    const sid = madeIn(context, "brand");
    if (sid) {
      const posted = await api.post("messaging", `${brands}/${sid}`, [], leaveBy);
      if (posted.kind !== "refused") return stepResultOf(posted);
      // Only a failed one can be handed over again.
      const found = await isHandedOver(context, `${brands}/${sid}`, isFailed);
      return found.kind === "found" ? done(sid) : stepResultOf(posted);
    }
    const form: Form = [
      ["CustomerProfileBundleSid", madeIn(context, "profile")],
      ["A2PProfileBundleSid", madeIn(context, "trustProduct")],
      ["BrandType", "STANDARD"],
      // Vetting costs extra, and gives more than the lowest volume.
      ["SkipAutomaticSecVet", submission.facts.campaign.volume === "low" ? "true" : "false"],
    ];
    return stepResultOf(await api.post("messaging", brands, form, leaveBy));
  },
  async find(context) {
    const sid = madeIn(context, "brand");
    if (sid) return isHandedOver(context, `${brands}/${sid}`, isFailed);
    const profile = madeIn(context, "profile");
    const path = `${brands}?PageSize=1000`;
    return findIn(context, ["messaging", path, "data"], (item) => item.customer_profile_bundle_sid === profile);
  },
};

const service: TwilioStep = {
  async take(context, leaveBy) {
    const made = madeIn(context, "service");
    if (made) return done(made);
    const form: Form = [
      ["FriendlyName", nameOf(context, "service")],
      ["InboundRequestUrl", `${context.settings.publicUrl}/webhooks/twilio/message`],
      ["UseInboundWebhookOnNumber", "true"],
      ["StickySender", "true"],
      ["SmartEncoding", "false"],
    ];
    return stepResultOf(await context.api.post("messaging", "/v1/Services", form, leaveBy));
  },
  async find(context) {
    const name = nameOf(context, "service");
    return findIn(
      context,
      ["messaging", "/v1/Services?PageSize=1000", "services"],
      (item) => item.friendly_name === name,
    );
  },
};

const compliance = (context: StepContext) => `/v1/Services/${madeIn(context, "service")}/Compliance/Usa2p`;

/** Asks which purposes the brand may have. What it answers with is a word, not a SID. */
const usecase: TwilioStep = {
  async take(context) {
    const registered = madeIn(context, "brand");
    if (!registered || !madeIn(context, "service")) return outOfTurn;
    const query = new URLSearchParams({ BrandRegistrationSid: registered });
    const seen = await context.api.get("messaging", `${compliance(context)}/Usecases?${query}`);
    if (seen.kind === "unclear") return { kind: "busy", why: seen.why };
    const offers =
      seen.kind === "seen" && Array.isArray(seen.body.us_app_to_person_usecases)
        ? seen.body.us_app_to_person_usecases
        : [];
    const codes = offers.map((offer: { code?: unknown } | null) => offer?.code);
    // A brand that isn't approved has none.
    if (codes.length === 0) return { kind: "waiting" };
    const wanted = context.submission.facts.campaign.volume === "low" ? ["LOW_VOLUME"] : ["MIXED", "LOW_VOLUME"];
    const word = wanted.find((code) => codes.includes(code));
    return word ? done(word) : other();
  },
  find: async () => absent,
};

/** A campaign's texts can't be changed: one whose texts differ is taken away first, so that the next step makes it anew. */
const replaceable: TwilioStep = {
  async take(context, leaveBy) {
    const sid = madeIn(context, "campaign");
    if (!sid) return done("");
    const path = `${compliance(context)}/${sid}`;
    const seen = await context.api.get("messaging", path);
    if (seen.kind === "unclear") return { kind: "busy", why: seen.why };
    if (seen.kind === "missing") return done("");
    const wanted = unchangeableOf(context.submission, madeIn(context, "usecase"));
    const isSame = Object.entries(wanted).every(
      ([key, value]) => JSON.stringify(seen.body[key]) === JSON.stringify(value),
    );
    // Only one that was refused is ours to take away.
    if (isSame || !isFailed(seen.body.campaign_status)) return done(sid);
    const removed = await context.api.remove("messaging", path, leaveBy);
    if (removed === "lost" || removed === "busy") return { kind: removed, why: "The carrier gave no answer" };
    return removed === "removed" ? done("") : other();
  },
  find: async () => absent,
};

const notApprovedYet = "21717";

const campaign: TwilioStep = {
  async take(context, leaveBy) {
    const { api, submission } = context;
    const [registered, word, path] = [madeIn(context, "brand"), madeIn(context, "usecase"), compliance(context)];
    if (!registered || !word || !madeIn(context, "service")) return outOfTurn;
    const sid = madeIn(context, "campaign");
    if (sid) {
      const posted = await api.post("messaging", `${path}/${sid}`, campaignUpdateForm(submission), leaveBy);
      if (posted.kind !== "refused") return stepResultOf(posted);
      if (posted.status !== 404) {
        const found = await isHandedOver(context, `${path}/${sid}`, (_status, status) => isFailed(status));
        return found.kind === "found" ? done(sid) : stepResultOf(posted);
      }
    }
    const posted = await api.post("messaging", path, campaignForm(submission, registered, word), leaveBy);
    return posted.kind === "refused" && posted.code === notApprovedYet ? { kind: "waiting" } : stepResultOf(posted);
  },
  async find(context) {
    // A refused one is still to be handed over again.
    return findIn(context, ["messaging", `${compliance(context)}?PageSize=1000`, "compliance"], (item) => {
      return !(madeIn(context, "campaign") && isFailed(item.campaign_status));
    });
  },
};

const verifications = "/v1/Tollfree/Verifications";
const isRejected = (status: unknown) => status === "TWILIO_REJECTED";

const verification: TwilioStep = {
  async take(context, leaveBy) {
    const { api, submission, settings } = context;
    const { tollFree, reference } = submission;
    if (!tollFree) return outOfTurn;
    const form = verificationForm(submission, settings.notices);
    const sid = madeIn(context, "verification");
    if (sid) {
      const posted = await api.post("messaging", `${verifications}/${sid}`, form, leaveBy);
      if (posted.kind !== "refused") return stepResultOf(posted);
      const found = await isHandedOver(context, `${verifications}/${sid}`, isRejected);
      return found.kind === "found" ? done(sid) : stepResultOf(posted);
    }
    // A profile that isn't approved is of no use here.
    const profile = madeIn(context, "approveProfile");
    const first: Form = [
      ...form,
      ["TollfreePhoneNumberSid", tollFree.sid],
      ["ExternalReferenceId", reference],
      ...(profile ? ([["CustomerProfileSid", profile]] as const) : []),
    ];
    return stepResultOf(await api.post("messaging", verifications, first, leaveBy));
  },
  async find(context) {
    const sid = madeIn(context, "verification");
    if (sid) return isHandedOver(context, `${verifications}/${sid}`, isRejected);
    const { tollFree, reference } = context.submission;
    const query = new URLSearchParams({ TollfreePhoneNumberSid: tollFree?.sid ?? "", PageSize: "1000" });
    const path = `${verifications}?${query}`;
    return findIn(context, ["messaging", path, "verifications"], (item) => item.external_reference_id === reference);
  },
};

const steps: Readonly<Record<RegistrationKind, readonly (readonly [name: string, step: TwilioStep])[]>> = {
  business: [...bundleSteps, ["brand", brand]],
  campaign: [
    ["service", service],
    ["usecase", usecase],
    ["replaceable", replaceable],
    ["campaign", campaign],
  ],
  toll_free: [["verification", verification]],
};

/** The names of a round's steps. Only a later round may have to take away what the first one made. */
export const stepNames = (kind: RegistrationKind, round: number): readonly string[] =>
  steps[kind].map(([name]) => name).filter((name) => round > 1 || name !== "replaceable");

export const stepOf = ({ kind }: Submission, name: string): TwilioStep | undefined =>
  steps[kind].find(([one]) => one === name)?.[1];
