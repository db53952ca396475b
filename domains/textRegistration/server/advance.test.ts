import fc from "fast-check";
import { afterAll, beforeEach, expect, onTestFinished, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { type Dealership, password } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { registeringBusiness, saveDraft, submitDraft, taxNumber } from "#testing/registration/registeringBusiness.ts";
import { createScriptedRegistrar, type RequestFault, seen } from "#testing/registration/scriptedRegistrar.ts";
import { setRegistration } from "#testing/registration/setRegistration.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textRegistration } from "../contract.ts";
import { advance, lookAgain } from "./advance.ts";

const registrar = createScriptedRegistrar();
const app = await startTestApp({ registrar });
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;

beforeEach(async () => {
  Object.assign(registrar, { lag: 0, numberResult: { kind: "seen", state: "registered" } });
  for (const list of [registrar.made, registrar.requests, registrar.submissions, registrar.faults]) list.splice(0);
  registrar.reviews.clear();
  // What earlier tests left would take the requests' slots.
  app.jobs.queued.splice(0);
  // Signing in is limited.
  app.clock.advance(20 * 60_000);
  ({ dealer, owner } = await registeringBusiness(app));
});

const overview = async () => (await owner(textRegistration.overview)).data;
const states = async () => (await overview()).registrations.map(({ kind, state }) => `${kind} ${state}`);
/** The same without a session, which ends as time passes. */
const storedStates = async () => {
  const text = "select state from carrier_registrations where dealer_id = $1 order by id";
  return (await app.pool.query<{ state: string }>(text, [dealer.dealer_id])).rows.map(({ state }) => state);
};
const idOf = async (kind: string) => (await overview()).registrations.find((one) => one.kind === kind)?.id ?? 0;

/** Lets minutes pass, in steps between which a request may leave. */
async function pass(minutes: number) {
  for (let step = 0; step < minutes * 12; step += 1) {
    app.clock.advance(5_000);
    await runJobs();
  }
}

async function runJobs() {
  for (;;) {
    try {
      return await app.jobs.runAll();
    } catch (error) {
      if (!/the process died/.test(String(error))) throw error;
    }
  }
}

/** Signs in again: moving the clock ends sessions. */
const signIn = async () => {
  owner = await app.signIn(dealer.owner);
};

/** As `pass`, for a time in which sessions end. */
async function passDays(days: number) {
  for (let step = 0; step < days * 12; step += 1) {
    app.clock.advance(2 * 3_600_000);
    await runJobs();
  }
  await signIn();
}

const ours = (list: readonly string[]) => list.filter((entry) => entry.includes(`rooftop-${dealer.dealer_id}-`));
const times = (list: readonly string[]) =>
  [...new Set(list)].map((entry) => list.filter((one) => one === entry).length);

test("business, campaign and numbers follow each other, and the owner hears of each", async () => {
  await submitDraft(owner);
  expect(await states()).toEqual(["business submitting", "campaign waiting"]);
  await pass(1);
  expect(await states()).toEqual(["business in_review", "campaign waiting"]);
  registrar.reviews.set("business", seen("approved"));
  await pass(10);
  expect(await states()).toEqual(["business approved", "campaign in_review"]);
  registrar.reviews.set("campaign", seen("approved", { dailySegments: 2_000 }));
  await pass(30);
  const { registrations, numbers, history } = await overview();
  expect(registrations.map(({ state }) => state)).toEqual(["approved", "approved"]);
  expect(registrations[1]).toMatchObject({ daily_segments: 2_000 });
  expect(numbers.map(({ registration }) => registration)).toEqual(["registered", "registered"]);
  expect(history.map(({ kind, what }) => `${kind} ${what}`).reverse()).toEqual([
    "business submitted",
    "business in_review",
    "business approved",
    "campaign in_review",
    "campaign approved",
    "number joined",
    "number registered",
    "number joined",
    "number registered",
  ]);
  expect(history.at(-1)).toMatchObject({ by: "Owner Tester", fee_cents: 1_950 });
  const subjects = app.mails.sent.filter(({ to }) => to === dealer.owner).map(({ subject }) => subject);
  expect(subjects).toContain("Your business is registered");
  expect(subjects).toContain("Carriers approved your texts");
  expect(subjects.filter((subject) => subject.endsWith("can text"))).toHaveLength(2);
  expect(times(registrar.made)).toEqual(registrar.made.map(() => 1));
});

test("a number that another look has found registered meanwhile stays so when its join is answered", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  const { join } = registrar;
  registrar.join = async (...asked) => {
    for (const number of [dealer.number, dealer.otherNumber])
      await setRegistration(app, { dealer_id: dealer.dealer_id, number }, "registered");
    return join(...asked);
  };
  await submitDraft(owner);
  await pass(30);
  registrar.join = join;
  const { numbers, history } = await overview();
  expect(numbers.map(({ registration }) => registration)).toEqual(["registered", "registered"]);
  expect(history.map(({ what }) => what)).not.toContain("joined");
});

const allSteps = ["profile", "representative", "brand", "service", "campaign"];
const crashes: [string, RequestFault, number][] = allSteps.flatMap((step, index) =>
  (["dies before", "dies after", "lost before", "lost after"] as const).map((fault): [string, RequestFault, number] => [
    step,
    fault,
    index,
  ]),
);

test.each(crashes)(
  "at the step %s, which %s, nothing is made twice and nothing is forgotten",
  async (_step, fault, index) => {
    registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
    registrar.faults.push(...Array<undefined>(index).fill(undefined), fault);
    await submitDraft(owner);
    await pass(40);
    expect(await states()).toEqual(["business approved", "campaign approved"]);
    expect(ours(registrar.made)).toHaveLength(allSteps.length);
    expect(times(ours(registrar.made))).toEqual(allSteps.map(() => 1));
  },
);

test("whatever happens to requests, in any order, each step is made once, and no state goes back", async () => {
  const fault = fc.constantFrom<(RequestFault | undefined)[]>(
    undefined,
    undefined,
    "lost before",
    "lost after",
    "dies before",
    "dies after",
    { kind: "busy", why: "too many requests" },
    { kind: "waiting" },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fault, { maxLength: 12 }), fc.nat({ max: 1 }), async (faults, lag) => {
      app.clock.advance(20 * 60_000);
      ({ dealer, owner } = await registeringBusiness(app));
      app.jobs.queued.splice(0);
      registrar.made.splice(0);
      registrar.faults.splice(0, registrar.faults.length, ...faults);
      registrar.lag = lag;
      registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
      await submitDraft(owner);
      const order = ["waiting", "submitting", "in_review", "approved"];
      let before = [0, 0];
      for (let round = 0; round < 400; round += 1) {
        app.clock.advance(60_000);
        await runJobs();
        const now = (await storedStates()).map((state) => order.indexOf(state));
        expect(now.every((place, at) => place >= (before[at] ?? 0))).toBe(true);
        before = now;
        if (now.every((place) => place === 3)) break;
      }
      expect(before).toEqual([3, 3]);
      expect(times(ours(registrar.made))).toEqual(allSteps.map(() => 1));
    }),
    { numRuns: inDepth(60, 6) },
  );
});

test("what the carrier's list doesn't show for a while is still not made twice", async () => {
  registrar.faults.push("lost after");
  registrar.lag = 1;
  await submitDraft(owner);
  await pass(10);
  expect(times(ours(registrar.made))).toEqual([1, 1, 1]);
});

test("submitting twice, at once and later, submits once", async () => {
  const version = await saveDraft(owner);
  const submit = () => owner(textRegistration.submit, { body: { version, password } });
  await Promise.all([submit(), submit()]);
  await submit();
  expect(await states()).toEqual(["business submitting", "campaign waiting"]);
  expect((await overview()).history).toHaveLength(1);
  await pass(3);
  expect(times(ours(registrar.made))).toEqual([1, 1, 1]);
});

test("a refusal names the fields, and a new attempt submits what is saved now, under a new round", async () => {
  await submitDraft(owner);
  await pass(1);
  const problems = [{ code: "30909", field: "message_flow" }] as const;
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("refused", { problems }));
  await pass(15);
  const { registrations } = await overview();
  expect(registrations[1]).toMatchObject({
    state: "refused",
    problems,
    answers: [{ field: "message_flow", text: expect.stringContaining("check a box") }],
  });
  const id = await idOf("campaign");
  const flow = `${"Customers opt in on https://harborauto.example/texts, see frequency and rates, HELP and STOP. ".repeat(1)}`;
  const version = await saveDraft(owner, { message_flow: flow });
  registrar.reviews.set("campaign", seen("approved"));
  await owner(textRegistration.resubmit, { body: { id, version, password } });
  await pass(15);
  expect(await states()).toEqual(["business approved", "campaign approved"]);
  const last = registrar.submissions.at(-1);
  expect(last).toMatchObject({ round: 2, facts: { campaign: { messageFlow: flow.trim() } } });
  expect(Object.keys(last?.made ?? {})).toEqual(expect.arrayContaining(["brand", "service", "campaign"]));
  await expect(owner(textRegistration.resubmit, { body: { id, version, password } })).rejects.toMatchObject({
    status: 409,
  });
});

test("what the carrier's support alone can take up again isn't resubmitted", async () => {
  registrar.reviews.set("business", seen("refused", { mayResubmit: false, problems: [{ code: "", field: "other" }] }));
  await submitDraft(owner);
  await pass(10);
  const { registrations, profile } = await overview();
  expect(registrations[0]).toMatchObject({ state: "refused", may_resubmit: 0 });
  const body = { id: await idOf("business"), version: profile.version, password };
  await expect(owner(textRegistration.resubmit, { body })).rejects.toMatchObject({ status: 409 });
});

test("notices, doubled, late or about nothing of ours, are only reasons to look", async () => {
  await submitDraft(owner);
  await pass(1);
  const sid = "select sid from carrier_registration_steps where dealer_id = $1 and step = 'brand'";
  const brand = String((await app.pool.query(sid, [dealer.dealer_id])).rows[0]?.sid);
  registrar.reviews.set("business", seen("approved"));
  await Promise.all([lookAgain(app.server, brand), lookAgain(app.server, brand), lookAgain(app.server, "SID-none")]);
  await runJobs();
  app.clock.advance(2_000);
  await runJobs();
  expect((await states())[0]).toBe("business approved");
  registrar.reviews.set("business", seen("pending"));
  await lookAgain(app.server, brand);
  await pass(3);
  expect((await states())[0]).toBe("business approved");
});

test("two looks at once record one approval", async () => {
  await submitDraft(owner);
  await pass(1);
  const key = { dealer_id: dealer.dealer_id, registration_id: await idOf("business") };
  const { review } = registrar;
  const sid = "select sid from carrier_registration_steps where dealer_id = $1 and step = 'brand'";
  const brand = String((await app.pool.query(sid, [dealer.dealer_id])).rows[0]?.sid);
  registrar.review = async () => {
    registrar.review = async () => seen("approved");
    // A notice while the answer is on its way.
    await lookAgain(app.server, brand);
    app.clock.advance(2_000);
    await advance(app.server, key);
    return seen("approved");
  };
  await lookAgain(app.server, brand);
  app.clock.advance(2_000);
  await advance(app.server, key);
  registrar.review = review;
  const { history } = await overview();
  expect(history.filter(({ kind, what }) => kind === "business" && what === "approved")).toHaveLength(1);
});

const campaignSid = async () => {
  const sid = "select sid from carrier_registration_steps where dealer_id = $1 and step = 'campaign'";
  return String((await app.pool.query(sid, [dealer.dealer_id])).rows[0]?.sid);
};
/** Milliseconds from the first look at a number to each of them. */
function timesOfLooks() {
  const { numberState } = registrar;
  const looks = new Map<string, number[]>();
  registrar.numberState = async (number, ...rest) => {
    looks.set(number, [...(looks.get(number) ?? []), app.clock.now().getTime()]);
    return numberState(number, ...rest);
  };
  onTestFinished(() => {
    registrar.numberState = numberState;
  });
  return () => [...looks.values()].map((times) => times.map((time) => time - (times[0] ?? 0)));
}

test("a number that takes long to join is asked about less and less often", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  registrar.numberResult = { kind: "seen", state: "joining" };
  const looks = timesOfLooks();
  await submitDraft(owner);
  await pass(30);
  expect(looks()).toHaveLength(2);
  for (const times of looks()) {
    expect(times.length).toBeGreaterThan(4);
    expect(times.length).toBeLessThan(12);
    expect((times.at(-1) ?? 0) - (times.at(-2) ?? 0)).toBeGreaterThan(5 * 60_000);
  }
});

test.each([
  ["refuses", { kind: "refused", problems: [] }],
  ["doesn't answer about", { kind: "lost", why: "reset" }],
] as const)("a number that the carrier %s keeps no other from joining", async (_, answer) => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  const { join } = registrar;
  onTestFinished(() => {
    registrar.join = join;
  });
  const tries = new Map<string, number>();
  registrar.join = async (number, ...rest) => {
    tries.set(number, (tries.get(number) ?? 0) + 1);
    return number === [...tries.keys()][0] ? answer : join(number, ...rest);
  };
  await submitDraft(owner);
  await pass(10);
  const states = (await overview()).numbers.map(({ registration }) => registration);
  expect(states).toContain("registered");
  expect(states).not.toEqual(["registered", "registered"]);
  const [held = 0, joined = 0] = tries.values();
  expect(joined).toBe(1);
  // Repeating what was refused a minute later changes nothing.
  expect(held).toBeLessThanOrEqual(answer.kind === "refused" ? 1 : 8);
});

test("a notice that comes while the carrier answers has it asked again at once", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  registrar.numberResult = { kind: "seen", state: "joining" };
  const looks = timesOfLooks();
  const { review } = registrar;
  onTestFinished(() => {
    registrar.review = review;
  });
  registrar.review = async (submission) => {
    // The numbers join after the carrier was asked about them, and before the round of looks ends.
    if (submission.kind === "campaign" && looks().length === 2) {
      registrar.review = review;
      registrar.numberResult = { kind: "seen", state: "registered" };
      await lookAgain(app.server, await campaignSid());
    }
    return review(submission);
  };
  await submitDraft(owner);
  await pass(10);
  expect(looks()).toHaveLength(2);
  for (const [, second] of looks()) expect(second).toBeLessThan(30_000);
  expect((await overview()).numbers.map(({ registration }) => registration)).toEqual(["registered", "registered"]);
});

test("a suspension holds the numbers, and its end lets them join again", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await submitDraft(owner);
  await pass(40);
  registrar.reviews.set("campaign", seen("suspended"));
  await passDays(2);
  expect((await overview()).numbers.map(({ registration }) => registration)).toEqual(["suspended", "suspended"]);
  expect((await states())[1]).toBe("campaign suspended");
  registrar.reviews.set("campaign", seen("approved"));
  await passDays(2);
  expect((await overview()).numbers.map(({ registration }) => registration)).toEqual(["registered", "registered"]);
});

test("requests of all businesses leave a second apart", async () => {
  const second = await registeringBusiness(app);
  await submitDraft(owner);
  await submitDraft(second.owner);
  await runJobs();
  const first = registrar.requests.length;
  expect(first).toBe(1);
  for (let at = 2; at <= 6; at += 1) {
    app.clock.advance(1_000);
    await runJobs();
    expect(registrar.requests.length).toBeLessThanOrEqual(at);
  }
});

test("the tax number is in no row, mail, answer or trail in the clear", async () => {
  registrar.reviews.set("business", seen("refused", { problems: [{ code: "30882", field: "ein" }] }));
  await submitDraft(owner);
  await pass(10);
  expect(registrar.submissions[0]?.facts.business.ein).toBe(taxNumber);
  const tables = "select format('%I', tablename) as name from pg_tables where schemaname = 'public'";
  const forms = [taxNumber, "95-1274821", "95 1274821"];
  const found: string[] = [];
  for (const { name } of (await app.pool.query<{ name: string }>(tables)).rows)
    for (const form of forms)
      if ((await app.pool.query(`select from ${name} t where t::text like '%' || $1 || '%'`, [form])).rowCount)
        found.push(name);
  expect(found).toEqual([]);
  const published = JSON.stringify([app.mails.sent, await overview(), app.jobs.queued.map(({ data }) => data)]);
  for (const form of forms) expect(published).not.toContain(form);
});
