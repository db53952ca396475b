import type { CarrierAdapter, CarrierContext, CarrierVariable } from "../../carrier.ts";
import { readTwilioAccount, twilioVariables } from "../../sms/twilio/account.ts";
import { apiTimeout } from "../../sms/twilio/rest.ts";
import type { TwilioWebhookSettings } from "../../sms/twilio/signedWebhooks.ts";
import { type Registrar, refusedBeforehand, type StepResult, type Submission } from "../registration.ts";
import { createRegistrationApi, type RegistrationApi } from "./api.ts";
import { outOfTurn, type StepContext, stepResultOf } from "./bundles.ts";
import { numberStateOf, reviewOf } from "./reviews.ts";
import { stepNames, stepOf } from "./steps.ts";
import { mountTwilioRegistrationWebhook } from "./webhooks.ts";

export interface TwilioRegistrarSettings extends TwilioWebhookSettings {
  readonly primaryProfile?: string | undefined;
  /** Milliseconds for one request; shorter in tests. */
  readonly timeout?: number;
}

const registrationVariables = {
  ...twilioVariables,
  TWILIO_PRIMARY_PROFILE_SID: {
    isAllowed: (value) => /^BU[0-9a-fA-F]{32}$/.test(value),
    allowed: "must be the SID of a customer profile, which begins with BU",
    isOptional: true,
  },
} as const satisfies Readonly<Record<string, CarrierVariable>>;

/** Registrations through Twilio, as the environment chooses and configures them. */
export const twilioRegistration: CarrierAdapter<Registrar> = {
  variables: registrationVariables,
  create: (settings, context: CarrierContext) =>
    createTwilioRegistrar({
      ...readTwilioAccount(settings),
      ...context,
      primaryProfile: settings.TWILIO_PRIMARY_PROFILE_SID,
    }),
};

const noPrimaryProfile =
  "Businesses can't be registered until TWILIO_PRIMARY_PROFILE_SID names the primary customer profile that Twilio approved. Make it in Twilio's console, under Trust Hub.";

/** Twilio's number for a sender that is in the service already. */
const alreadyJoined = "21710";

/** Registers businesses, campaigns and numbers through Twilio. */
export function createTwilioRegistrar(settings: TwilioRegistrarSettings): Registrar {
  const timeout = settings.timeout ?? apiTimeout;
  // A policy's or a bundle's look-up, the request itself, and a look at why it was refused.
  const answersWithin = 3 * timeout + 1_000;
  const api = createRegistrationApi(settings, timeout);
  const policy = policiesOf(api);
  const contextOf = (submission: Submission): StepContext => ({
    api,
    submission,
    settings: {
      accountSid: settings.accountSid,
      primaryProfile: settings.primaryProfile,
      notices: settings.operatorEmail || submission.facts.business.email,
      publicUrl: settings.publicUrl.replace(/\/+$/, ""),
      policy,
    },
  });
  const inTime = <Result>(result: Promise<Result>, late: Result) => withinMs(result, answersWithin - 500, late);
  const unclear = { kind: "unclear", why: "The carrier took too long" } as const;

  return {
    provider: "twilio",
    unavailable: settings.primaryProfile ? {} : { business: noPrimaryProfile },
    answersWithin,
    pause: 1_000,
    steps: stepNames,

    async take(name, submission, leaveBy) {
      const step = stepOf(submission, name);
      if (!step) return outOfTurn;
      if (submission.kind === "business" && !settings.primaryProfile) return { kind: "busy", why: noPrimaryProfile };
      const refused = refusedBeforehand(submission);
      if (refused.length > 0) return { kind: "refused", problems: refused };
      const result = await step.take(contextOf(submission), leaveBy);
      if (result.kind === "refused") {
        const codes = result.problems.map(({ code }) => code);
        settings.log.warn(
          { reference: submission.reference, step: name, codes },
          "the carrier refused a registration's step",
        );
      }
      return result;
    },

    async find(name, submission) {
      const step = stepOf(submission, name);
      return step ? inTime(step.find(contextOf(submission)), unclear) : { kind: "absent" };
    },

    review: (submission) => reviewOf(api, submission),

    async join(numberSid, submission, leaveBy) {
      const { service } = submission.made;
      if (!service) return outOfTurn;
      const form = [["PhoneNumberSid", numberSid]] as const;
      const posted = await api.post("messaging", `/v1/Services/${service}/PhoneNumbers`, form, leaveBy);
      if (posted.kind === "refused" && posted.code === alreadyJoined) return { kind: "done", sid: numberSid };
      return stepResultOf(posted);
    },

    numberState: (numberSid, number, campaign) => inTime(numberStateOf(api, numberSid, number, campaign), unclear),
    connect: (callbacks, http) => mountTwilioRegistrationWebhook(http, settings, callbacks),
    stop: () => api.stop(),
  };
}

/** Finds policies by their names, and keeps them: they don't change while the process lives. */
function policiesOf(api: RegistrationApi): (name: string) => Promise<StepResult> {
  const known = new Map<string, string>();
  return async (name) => {
    if (known.size === 0) {
      const listed = await api.list("trusthub", "/v1/Policies?PageSize=1000", "results");
      if (listed.kind === "unclear") return { kind: "busy", why: listed.why };
      for (const { friendly_name, sid } of listed.items) {
        if (typeof friendly_name === "string" && typeof sid === "string") known.set(friendly_name.toLowerCase(), sid);
      }
    }
    const sid = known.get(name.toLowerCase());
    return sid ? { kind: "done", sid } : { kind: "busy", why: `The carrier has no policy with the name ${name}` };
  };
}

async function withinMs<Result>(result: Promise<Result>, milliseconds: number, late: Result): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeUp = new Promise<Result>((resolve) => {
    timer = setTimeout(() => resolve(late), milliseconds);
  });
  try {
    return await Promise.race([result, timeUp]);
  } finally {
    clearTimeout(timer);
  }
}
