import type { FakeRegistrar, FakeRegistrarOptions } from "../fakeRegistrar.ts";
import type { Submission } from "../registration.ts";
import {
  type FakeResource,
  primaryProfile,
  registrarAccount,
  registrarToken,
  sendFakeReply,
  startFakeTwilioRegistration,
} from "./fakeTwilioRegistration.ts";
import { createTwilioRegistrar } from "./twilioRegistration.ts";

const refusal = { code: "30891", field: "website" };

const changes = {
  business: {
    read: { status: "IN_REVIEW" },
    approve: { status: "APPROVED", brand_score: 42 },
    refuse: { status: "FAILED", errors: [{ code: 30891, fields: ["website_url"], description: "123456789 is wrong" }] },
    suspend: { status: "SUSPENDED" },
  },
  campaign: {
    read: { campaign_status: "IN_PROGRESS" },
    approve: { campaign_status: "VERIFIED" },
    refuse: { campaign_status: "FAILED", errors: [{ error_code: 30891, fields: [], description: "123456789" }] },
    suspend: { campaign_status: "SUSPENDED" },
  },
  toll_free: {
    read: { status: "IN_REVIEW" },
    approve: { status: "TWILIO_APPROVED" },
    refuse: {
      status: "TWILIO_REJECTED",
      edit_allowed: true,
      error_code: 30891,
      rejection_reason: "123456789",
      rejection_reasons: [{ code: 30891, reason: "123456789" }],
    },
    suspend: { status: "TWILIO_REJECTED", edit_allowed: false, error_code: 30444 },
  },
} as const;

/** Twilio's adapter with Twilio's stand-in. */
export async function openFakeTwilioRegistrar({ http, log }: FakeRegistrarOptions): Promise<FakeRegistrar> {
  const fake = await startFakeTwilioRegistration();
  const registrar = createTwilioRegistrar({
    accountSid: registrarAccount,
    authTokens: [registrarToken],
    apiUrl: fake.apiUrl,
    publicUrl: "https://rooftop.test",
    operatorEmail: "operator@rooftop.test",
    primaryProfile,
    log,
    timeout: 500,
  });
  await registrar.connect({ onNotice: async () => {} }, http);
  const resourceOf = ({ kind, made }: Submission): FakeResource | undefined => {
    const sid = made[{ business: "brand", campaign: "campaign", toll_free: "verification" }[kind]];
    return fake.resources.find((one) => one.sid === sid);
  };
  return {
    registrar,
    refusal,
    number: { sid: `PN${"1".repeat(32)}`, number: "+19095550101" },
    tollFree: { sid: `PN${"2".repeat(32)}`, number: "+18885550101" },
    async inject(fault) {
      // One fault at a time: a step that had nothing to send has left its own.
      fake.nextChanges.splice(0, fake.nextChanges.length, (response, process) => {
        if (fault === "busy") return sendFakeReply(response, { status: 429, body: { code: 20429 } });
        if (fault === "lose_answer") process();
        response.destroy();
      });
    },
    async review(submission, what) {
      Object.assign(resourceOf(submission) ?? {}, changes[submission.kind][what]);
    },
    async approveEarlier() {
      for (const bundle of fake.of("BU")) {
        if (bundle.status === "pending-review") bundle.status = "twilio-approved";
      }
    },
    async made() {
      const kinds = fake.resources.map(({ sid }) => sid.slice(0, 2)).filter((prefix) => prefix !== "EL");
      const counts = [...Map.groupBy(kinds, (prefix) => prefix)].map(([prefix, all]) => [prefix, all.length] as const);
      const submissions = fake.resources.reduce((sum, one) => sum + Number(one.submissions ?? 0), 0);
      return { ...Object.fromEntries(counts), submissions };
    },
    letNumbersJoin: async () => {},
    async close() {
      await registrar.stop();
      await fake.close();
      if (fake.violations.length > 0) throw new Error(`Not as Twilio declares: ${fake.violations.join("; ")}`);
    },
  };
}
