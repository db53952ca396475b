import { createHash } from "node:crypto";
import Fastify, { type FastifyInstance } from "fastify";
import { pino } from "pino";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import type { Registrar, RegistrationProblem, Submission } from "../registration.ts";
import { sampleBusiness, sampleCampaign, sampleSubmission, sampleTaxNumber } from "../sampleSubmission.ts";
import {
  type FakeTwilioRegistration,
  primaryProfile,
  registrarAccount,
  registrarToken,
  sendFakeReply,
  startFakeTwilioRegistration,
} from "./fakeTwilioRegistration.ts";
import { problemsIn, problemsInEvaluation, problemsOf } from "./problems.ts";
import { createTwilioRegistrar, twilioRegistration } from "./twilioRegistration.ts";

const publicUrl = "https://rooftop.test";
const logged: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
const notices: string[] = [];
let fails = false;

let fake: FakeTwilioRegistration;
let http: FastifyInstance;
let registrar: Registrar;
beforeEach(async () => {
  fake = await startFakeTwilioRegistration();
  http = Fastify();
  notices.length = 0;
  fails = false;
  registrar = create({});
  const onNotice = async (sid: string) => {
    if (fails) throw new Error("not stored");
    notices.push(sid);
  };
  await registrar.connect({ onNotice }, http);
});
afterEach(async () => {
  await registrar.stop();
  await fake.close();
  await http.close();
});

function create(changes: { primaryProfile?: string | undefined; timeout?: number }): Registrar {
  const account = { accountSid: registrarAccount, authTokens: ["new-token", registrarToken] as const };
  const settings = { publicUrl, operatorEmail: "operator@rooftop.test", primaryProfile, log, timeout: 500, ...changes };
  return createTwilioRegistrar({
    ...account,
    authTokens: [registrarToken, "old-token"],
    apiUrl: fake.apiUrl,
    ...settings,
  });
}

/** Takes the steps until one isn't done. */
async function takeAll(begun: Submission) {
  let { made } = begun;
  for (const step of registrar.steps(begun.kind, begun.round)) {
    let result = await registrar.take(step, { ...begun, made }, inTime);
    if (result.kind === "waiting") {
      for (const bundle of fake.of("BU")) bundle.status = "twilio-approved";
      result = await registrar.take(step, { ...begun, made }, inTime);
    }
    if (result.kind !== "done") return { step, result, made };
    made = { ...made, [step]: result.sid };
  }
  return { made };
}

const approvedBrand = { status: "APPROVED" };

async function campaignOfApprovedBrand(changes: Partial<Submission> = {}) {
  const { made } = await takeAll(sampleSubmission("business"));
  Object.assign(fake.of("BN")[0] ?? {}, approvedBrand);
  const submission = sampleSubmission("campaign", { made, ...changes });
  return { ...submission, made: (await takeAll(submission)).made };
}

test("each step is one request that makes or changes something, and all are as Twilio declares", async () => {
  await takeAll(sampleSubmission("business"));
  const changes = fake.requests.filter(({ method }) => method !== "GET");
  expect(changes).toHaveLength(registrar.steps("business", 1).filter((step) => !step.startsWith("approve")).length);
  expect(fake.violations).toEqual([]);
  const form = changes.find(({ path }) => path === "/v1/CustomerProfiles")?.form;
  expect(Object.fromEntries(form ?? [])).toEqual({
    FriendlyName: "Sunrise Motors",
    Email: "operator@rooftop.test",
    PolicySid: `RN${"03".repeat(16)}`,
    StatusCallback: `${publicUrl}/webhooks/twilio/registration?r=rooftop-7-business`,
  });
  expect(fake.of("IT")[0]?.attributes).toEqual({
    business_name: "Sunrise Motors LLC",
    business_identity: "direct_customer",
    business_industry: "AUTOMOTIVE",
    business_type: "Limited Liability Corporation",
    business_registration_identifier: "EIN",
    business_registration_number: sampleTaxNumber,
    business_regions_of_operation: "USA_AND_CANADA",
    website_url: "https://sunrise.example",
    social_media_profile_urls: "",
  });
});

test.each([
  [
    { ownership: "public", stockExchange: "NASDAQ", stockSymbol: "SUN" },
    { company_type: "public", stock_ticker: "SUN" },
  ],
  [{ ownership: "nonprofit", type: "nonprofit" }, { company_type: "non_profit" }],
  [{ ownership: "government" }, { company_type: "government" }],
] as const)("a business with %j is told with %j", async (changes, attributes) => {
  const facts = { business: { ...sampleBusiness, ...changes }, campaign: sampleCampaign };
  await takeAll(sampleSubmission("business", { facts }));
  const information = fake.of("IT").find(({ type }) => type === "us_a2p_messaging_profile_information");
  expect(information?.attributes).toMatchObject(attributes);
  expect(fake.of("BN")).toHaveLength(1);
});

test("a noncompliant check is a refusal at our fields, and the next round goes on from there", async () => {
  const business = { ...sampleBusiness, website: "", representative: { ...sampleBusiness.representative, title: "" } };
  const first = sampleSubmission("business", { facts: { business, campaign: sampleCampaign } });
  const { step, result, made } = await takeAll(first);
  expect(step).toBe("evaluateProfile");
  const problems: RegistrationProblem[] = [
    { code: "22215", field: "website" },
    { code: "22214", field: "representative" },
  ];
  expect(result).toEqual({ kind: "refused", problems });
  const objects = fake.resources.length;
  const again = await takeAll(sampleSubmission("business", { round: 2, made }));
  expect(again.result).toBeUndefined();
  expect(fake.of("IT")).toHaveLength(3);
  expect(fake.resources.length).toBeGreaterThan(objects);
});

test("waits for the profile's approval, and is refused when Twilio rejects it", async () => {
  const { made } = await takeAll(sampleSubmission("business"));
  const submission = sampleSubmission("business", { made });
  const profile = fake.resources.find(({ sid }) => sid === made.profile);
  Object.assign(profile ?? {}, { status: "in-review" });
  expect(await registrar.take("approveProfile", submission, inTime)).toEqual({ kind: "waiting" });
  Object.assign(profile ?? {}, { status: "twilio-rejected", errors: [{ code: 30451, message: sampleTaxNumber }] });
  expect(await registrar.take("approveProfile", submission, inTime)).toEqual({
    kind: "refused",
    problems: [{ code: "30451", field: "address" }],
  });
});

test("a campaign whose texts changed is made again, others are changed", async () => {
  const submission = await campaignOfApprovedBrand();
  const [first] = fake.of("QE");
  const failed = { campaign_status: "FAILED", errors: [{ error_code: 30896, fields: ["MESSAGE_FLOW"] }] };
  Object.assign(first ?? {}, failed);
  const { made } = await takeAll({ ...submission, round: 2 });
  expect(made.campaign).toBe(first?.sid);
  Object.assign(first ?? {}, failed);
  const campaign = { ...sampleCampaign, helpMessage: "Sunrise Motors: write to texts@sunrise.example for help." };
  const third = await takeAll({ ...submission, round: 3, facts: { business: sampleBusiness, campaign } });
  expect(fake.of("QE")).toHaveLength(1);
  expect(third.made.campaign).not.toBe(first?.sid);
  expect(fake.of("QE")[0]?.sid).toBe(third.made.campaign);
});

test.each([
  ["low", ["LOW_VOLUME"], "LOW_VOLUME"],
  ["mixed", ["LOW_VOLUME", "MIXED"], "MIXED"],
  ["mixed", ["LOW_VOLUME"], "LOW_VOLUME"],
  ["low", ["MIXED"], undefined],
  ["low", [], "waiting"],
] as const)("with %s volume and %j offered it asks for %s", async (volume, offered, expected) => {
  const facts = { business: sampleBusiness, campaign: { ...sampleCampaign, volume } };
  const made = { brand: `BN${"1".repeat(32)}`, service: `MG${"1".repeat(32)}` };
  const codes = offered.map((code) => ({ code }));
  fake.nextReads.push((response) =>
    sendFakeReply(response, { status: 200, body: { us_app_to_person_usecases: codes } }),
  );
  const result = await registrar.take("usecase", sampleSubmission("campaign", { facts, made }), inTime);
  const answers = {
    waiting: { kind: "waiting" },
    refused: { kind: "refused", problems: [{ code: "", field: "other" }] },
  };
  if (expected === "waiting") expect(result).toEqual(answers.waiting);
  else expect(result).toEqual(expected ? { kind: "done", sid: expected } : answers.refused);
});

describe("what Twilio says of a brand, a campaign and a toll-free number", () => {
  const states = {
    business: {
      PENDING: "pending",
      IN_REVIEW: "in_review",
      APPROVED: "approved",
      FAILED: "refused",
      SUSPENDED: "suspended",
      DELETED: "suspended",
      DELETION_PENDING: "suspended",
      DELETION_FAILED: "suspended",
    },
    campaign: {
      PENDING: "pending",
      IN_PROGRESS: "in_review",
      VERIFIED: "approved",
      FAILED: "refused",
      SUSPENDED: "suspended",
    },
    toll_free: {
      PENDING_REVIEW: "pending",
      IN_REVIEW: "in_review",
      TWILIO_APPROVED: "approved",
      TWILIO_REJECTED: "refused",
    },
  } as const;
  const made = {
    brand: `BN${"1".repeat(32)}`,
    service: `MG${"1".repeat(32)}`,
    campaign: `QE${"1".repeat(32)}`,
    verification: `HH${"1".repeat(32)}`,
  };

  const review = (kind: keyof typeof states, body: object) => {
    fake.nextReads.push((response) => sendFakeReply(response, { status: 200, body }));
    return registrar.review(sampleSubmission(kind, { made }));
  };

  const cases = (["business", "campaign", "toll_free"] as const).flatMap((kind) =>
    Object.entries(states[kind]).map(([status, state]) => [kind, status, state] as const),
  );
  test.each(cases)("%s %s is %s", async (kind, status, state) => {
    const body = kind === "campaign" ? { campaign_status: status, errors: [] } : { status, errors: [] };
    expect(await review(kind, body)).toMatchObject({ kind: "seen", state });
  });

  test.each([{ status: "SOMETHING_NEW" }, { status: null }, {}, { status: { of: sampleTaxNumber } }])(
    "says nothing of %j",
    async (body) => {
      const result = await review("business", body);
      expect(result.kind).toBe("unclear");
      expect(JSON.stringify(result)).not.toContain(sampleTaxNumber);
    },
  );

  test.each([
    [{ status: "APPROVED", brand_score: 10 }, 2_000],
    [{ status: "APPROVED", brand_score: 42 }, 10_000],
    [{ status: "APPROVED", brand_score: 60 }, 40_000],
    [{ status: "APPROVED", brand_score: 90 }, 200_000],
    [{ status: "APPROVED", brand_score: null }, null],
  ])("of %j carriers take %s segments a day", async (body, dailySegments) => {
    expect(await review("business", body)).toMatchObject({ dailySegments });
  });

  test.each([
    ["LOW_VOLUME", "TOP", 2_000],
    ["MIXED", "TOP", 200_000],
    ["MIXED", "LOW_MID", 10_000],
    ["MIXED", "ANOTHER", null],
  ])("of a %s campaign of the tier %s they take %s", async (us_app_to_person_usecase, brand_tier, dailySegments) => {
    const body = { campaign_status: "VERIFIED", us_app_to_person_usecase, rate_limits: { tmobile: { brand_tier } } };
    expect(await review("campaign", body)).toMatchObject({ dailySegments });
  });

  test.each([
    [30897, false],
    [30896, true],
  ])("a campaign refused for %i may be submitted again: %s", async (error_code, mayResubmit) => {
    const body = { campaign_status: "FAILED", errors: [{ error_code, fields: [] }] };
    expect(await review("campaign", body)).toMatchObject({ state: "refused", mayResubmit });
  });

  test.each([true, false, null])("whether a toll-free number may is its own word: %s", async (edit_allowed) => {
    const body = { status: "TWILIO_REJECTED", edit_allowed, error_code: 30513, rejection_reasons: null };
    expect(await review("toll_free", body)).toMatchObject({
      problems: [{ code: "30513", field: "message_flow" }],
      mayResubmit: edit_allowed === true,
    });
  });
});

describe("problems", () => {
  test.each([
    [[{ error_code: 30897, fields: ["MESSAGE_FLOW"], description: sampleTaxNumber }], ["30897 message_flow"]],
    [[{ code: "30795", fields: [] }], ["30795 legal_name", "30795 ein"]],
    [[{ code: 30795, fields: ["tax_id", "tax_id"] }], ["30795 ein"]],
    [[{ code: 12345, fields: ["unheard_of"] }], ["12345 other"]],
    [[{ code: sampleTaxNumber, fields: [sampleTaxNumber] }], [" other"]],
    [[sampleTaxNumber, null, {}], [" other"]],
    [null, []],
    [{}, []],
  ])("%j", (errors, expected) => {
    expect(problemsIn(errors).map(({ code, field }) => `${code} ${field}`)).toEqual(expected);
  });

  test("an evaluation without readable results is about something", () => {
    for (const results of [null, [], [null], [{ passed: false }], [{ passed: false, invalid: [null] }]]) {
      expect(problemsInEvaluation(results)).toHaveLength(1);
    }
  });

  test("codes aren't looked up in what every object has", () => {
    expect(problemsOf("constructor", ["toString"])).toEqual([{ code: "constructor", field: "other" }]);
  });
});

describe("answers that say nothing certain", () => {
  test.each([
    [500, {}, "lost"],
    [408, {}, "lost"],
    [201, {}, "lost"],
    [201, { sid: "unheard of" }, "lost"],
    [429, {}, "busy"],
    [400, { code: 20429 }, "busy"],
    [401, { code: 20003 }, "busy"],
    [403, {}, "busy"],
    [400, { code: 30451, message: sampleTaxNumber }, "refused"],
    [404, {}, "refused"],
  ])("%i %j is %s", async (status, body, kind) => {
    fake.nextChanges.push((response) => sendFakeReply(response, { status, body }));
    const result = await registrar.take("profile", sampleSubmission("business"), inTime);
    expect(result.kind).toBe(kind);
    expect(JSON.stringify(result) + logged.join()).not.toContain(sampleTaxNumber);
  });

  test("a carrier that stalls is answered for in time", async () => {
    const stalled = create({ timeout: 100 });
    const business = sampleSubmission("business");
    const everything = [
      () => stalled.take("business", business, inTime),
      () => stalled.find("business", business),
      () => stalled.review({ ...business, made: { brand: `BN${"1".repeat(32)}` } }),
      () => stalled.numberState(`PN${"1".repeat(32)}`, "+19095550101"),
      () => stalled.join(`PN${"1".repeat(32)}`, { ...business, made: { service: `MG${"1".repeat(32)}` } }, inTime),
    ];
    for (const ask of everything) {
      fake.nextChanges.push(() => {});
      fake.nextReads.push(() => {});
      const began = performance.now();
      expect((await ask()).kind).toMatch(/^(lost|unclear)$/);
      expect(performance.now() - began).toBeLessThan(stalled.answersWithin);
      fake.nextChanges.length = 0;
      fake.nextReads.length = 0;
    }
    await stalled.stop();
  });

  test("two of the carrier's that could be it are unclear", async () => {
    const submission = sampleSubmission("business");
    await registrar.take("business", submission, inTime);
    await registrar.take("business", submission, inTime);
    expect(await registrar.find("business", submission)).toMatchObject({ kind: "unclear" });
  });

  test("a policy that Twilio has no more keeps the step for later", async () => {
    fake.nextReads.push((response) => sendFakeReply(response, { status: 200, body: { results: [], meta: {} } }));
    expect(await registrar.take("profile", sampleSubmission("business"), inTime)).toMatchObject({ kind: "busy" });
    expect(await registrar.take("profile", sampleSubmission("business"), inTime)).toMatchObject({ kind: "done" });
  });
});

test("without the platform's own profile no business is registered, and the operator reads why", async () => {
  const bare = create({ primaryProfile: undefined });
  const why = expect.stringContaining("TWILIO_PRIMARY_PROFILE_SID");
  expect(bare.unavailable).toEqual({ business: why });
  expect(await bare.take("profile", sampleSubmission("business"), inTime)).toEqual({ kind: "busy", why });
  expect(registrar.unavailable).toEqual({});
  await bare.stop();
  const { TWILIO_PRIMARY_PROFILE_SID: variable } = twilioRegistration.variables;
  expect([variable?.isAllowed(primaryProfile), variable?.isAllowed("AC1"), variable?.isOptional]).toEqual([
    true,
    false,
    true,
  ]);
});

describe("notices", () => {
  const path = "/webhooks/twilio/registration";
  const [brand, campaign, service, profile] = ["BN", "CM", "MG", "BU"].map(
    (prefix) => `${prefix}${"a1".repeat(16)}`,
  ) as [string, string, string, string];

  function postForm(form: Record<string, string>, { query = "?r=rooftop-7-business", token = registrarToken } = {}) {
    const headers = {
      "content-type": "application/x-www-form-urlencoded",
      "x-twilio-signature": fake.signForm(publicUrl + path + query, form, token),
    };
    return http.inject({ method: "POST", url: path + query, headers, payload: new URLSearchParams(form).toString() });
  }

  function postEvents(payload: string, { token = registrarToken, hashed = payload } = {}) {
    const url = `${path}?bodySHA256=${createHash("sha256").update(hashed).digest("hex")}`;
    const headers = { "content-type": "application/json", "x-twilio-signature": fake.signBody(publicUrl + url, token) };
    return http.inject({ method: "POST", url, headers, payload });
  }

  const event = (data: object) => ({ specversion: "1.0", type: "com.twilio.messaging.compliance.x", data });

  test("a bundle's state and an event's resources are looked at again", async () => {
    const form = { AccountSid: registrarAccount, BundleSid: profile, Status: "twilio-approved" };
    expect((await postForm(form)).statusCode).toBe(204);
    const data = { accountsid: registrarAccount, brandsid: brand, campaignsid: campaign, messagingservicesid: service };
    expect((await postEvents(JSON.stringify([event(data), event(data)]))).statusCode).toBe(204);
    expect(notices).toEqual([profile, brand, campaign, service]);
    expect((await postForm(form, { token: "old-token" })).statusCode).toBe(204);
  });

  test("forged ones are refused, and nothing is done", async () => {
    const events = JSON.stringify([event({ brandsid: brand })]);
    const forged = [
      await postForm({ BundleSid: profile }, { token: "another" }),
      await postEvents(events, { token: "another" }),
      await postEvents(events, { hashed: "[]" }),
      await http.inject({ method: "POST", url: path, payload: { brandsid: brand } }),
      await http.inject({
        method: "POST",
        url: path,
        headers: { "content-type": "application/json", "x-twilio-signature": fake.signBody(publicUrl + path) },
        payload: events,
      }),
    ];
    expect(forged.map(({ statusCode }) => statusCode)).toEqual([403, 403, 403, 403, 403]);
    expect(notices).toEqual([]);
  });

  test.each([
    "",
    "{",
    "null",
    "[[]]",
    '[{"data":null}]',
    '[{"data":{"brandsid":7}}]',
    '[{"data":{"brandsid":"BN1"}}]',
    JSON.stringify([{ data: { accountsid: `AC${"f".repeat(32)}`, brandsid: `BN${"a".repeat(32)}` } }]),
  ])("malformed or another account's, as %j, do nothing", async (payload) => {
    expect((await postEvents(payload)).statusCode).toBe(204);
    expect(notices).toEqual([]);
  });

  test("one that can't be stored is to be delivered again", async () => {
    fails = true;
    expect((await postForm({ BundleSid: profile })).statusCode).toBe(503);
  });
});
