import Fastify, { type FastifyInstance } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type RegistrationKind, registrationKinds } from "#core/registration.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";
import { inTime, passed } from "#testing/deadlines.ts";
import type { FakeRegistrar } from "./fakeRegistrar.ts";
import { fakeRegistrars } from "./fakeRegistrars.ts";
import type { Registrar, Submission } from "./registration.ts";
import { sampleBusiness, sampleCampaign, sampleSubmission, sampleTaxNumber } from "./sampleSubmission.ts";

const logged: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });

let database: FreshDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await freshDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

describe.each(fakeRegistrars)("%s", (_name, open) => {
  let fake: FakeRegistrar;
  let registrar: Registrar;
  let http: FastifyInstance;
  const answers: unknown[] = [];

  beforeEach(async () => {
    http = Fastify();
    fake = await open({ http, pool, log });
    // Everything that is answered is searched for the tax number.
    registrar = new Proxy(fake.registrar, {
      get(target, name: keyof Registrar) {
        const member = target[name];
        if (typeof member !== "function") return member;
        return (...given: unknown[]) => {
          const answer: unknown = (member as (...given: unknown[]) => unknown)(...given);
          if (answer instanceof Promise) void answer.then((value: unknown) => answers.push(value));
          return answer;
        };
      },
    });
  });
  afterEach(async () => {
    await fake.close();
    await http.close();
    expect(JSON.stringify(answers)).not.toContain(sampleTaxNumber);
    expect(logged.join("\n")).not.toContain(sampleTaxNumber);
  });

  /** Takes a step until it isn't waiting for reviewers. */
  async function take(step: string, submission: Submission) {
    const first = await registrar.take(step, submission, inTime);
    if (first.kind !== "waiting") return first;
    await fake.approveEarlier();
    return registrar.take(step, submission, inTime);
  }

  /** Takes all steps of a round. */
  async function handOver(begun: Submission): Promise<Submission> {
    let submission = begun;
    for (const step of registrar.steps(begun.kind, begun.round)) {
      const result = await take(step, submission);
      if (result.kind !== "done") throw new Error(`${step}: ${JSON.stringify(result)}`);
      submission = { ...submission, made: { ...submission.made, [step]: result.sid } };
    }
    return submission;
  }

  /** A submission before its first step, with what must be approved before. */
  async function begin(kind: RegistrationKind): Promise<Submission> {
    if (kind === "toll_free") return sampleSubmission(kind, { tollFree: fake.tollFree });
    if (kind === "business") return sampleSubmission(kind);
    const business = await handOver(sampleSubmission("business"));
    await fake.review(business, "approve");
    return sampleSubmission(kind, { made: business.made });
  }

  const stateOf = async (submission: Submission) => {
    const result = await registrar.review(submission);
    return result.kind === "seen" ? result.state : result.why;
  };

  describe.each(registrationKinds)("%s", (kind) => {
    test("is handed over, read and approved", async () => {
      const submission = await handOver(await begin(kind));
      expect(await stateOf(submission)).toBe("pending");
      await fake.review(submission, "read");
      expect(await stateOf(submission)).toBe("in_review");
      await fake.review(submission, "approve");
      const segments = kind === "toll_free" ? null : expect.any(Number);
      expect(await registrar.review(submission)).toEqual({
        kind: "seen",
        state: "approved",
        problems: [],
        dailySegments: segments,
        mayResubmit: true,
      });
    });

    test("is refused at a field, and handed over again without making anything twice", async () => {
      const submission = await handOver(await begin(kind));
      await fake.review(submission, "refuse");
      expect(await registrar.review(submission)).toMatchObject({
        state: "refused",
        problems: [fake.refusal],
        mayResubmit: true,
      });
      const before = await fake.made();
      const business = { ...sampleBusiness, website: "https://new.example" };
      const campaign = { ...sampleCampaign, description: `${sampleCampaign.description} And more of it.` };
      const again = await handOver({ ...submission, round: 2, facts: { business, campaign } });
      expect(await stateOf(again)).toBe("pending");
      const { submissions: first = 0, ...things } = before;
      const { submissions: second = 0, ...thingsAfter } = await fake.made();
      expect(thingsAfter).toEqual(things);
      expect(second - first).toBeLessThanOrEqual(1);
    });

    test.each([1, 2])("finds each step of round %i whose answer was lost, and takes nothing twice", async (round) => {
      let submission = await begin(kind);
      if (round === 2) {
        submission = await handOver(submission);
        await fake.review(submission, "refuse");
        submission = { ...submission, round };
      }
      for (const step of registrar.steps(kind, round)) {
        await fake.inject("lose_answer");
        let result = await take(step, submission);
        let found: string | undefined;
        if (result.kind === "lost") {
          const before = await fake.made();
          const search = await registrar.find(step, submission);
          if (search.kind === "found") found = search.sid;
          else {
            expect(search).toEqual({ kind: "absent" });
            result = await registrar.take(step, submission, inTime);
          }
          expect(await fake.made()).toEqual(before);
        }
        const sid = found ?? (result.kind === "done" ? result.sid : undefined);
        expect(sid, `${step}: ${JSON.stringify(result)}`).toEqual(expect.any(String));
        submission = { ...submission, made: { ...submission.made, [step]: sid ?? "" } };
      }
      expect(await stateOf(submission)).toBe("pending");
      const { submissions: _submissions, ...things } = await fake.made();
      await fake.review(submission, "approve");
      expect(await stateOf(submission)).toBe("approved");
      expect(Object.values(things).every((count) => count > 0)).toBe(true);
    });

    test("finds nothing of a request that never arrived, and takes it again", async () => {
      const submission = await begin(kind);
      const [step = ""] = registrar.steps(kind, 1);
      const before = await fake.made();
      await fake.inject("lose_request");
      expect(await registrar.take(step, submission, inTime)).toMatchObject({ kind: "lost" });
      expect(await fake.made()).toEqual(before);
      expect(await registrar.find(step, submission)).toEqual({ kind: "absent" });
      expect(await registrar.take(step, submission, inTime)).toMatchObject({ kind: "done" });
    });

    test("makes nothing when there are too many requests, or when it is too late", async () => {
      const submission = await begin(kind);
      const [step = ""] = registrar.steps(kind, 1);
      const before = await fake.made();
      await fake.inject("busy");
      expect(await registrar.take(step, submission, inTime)).toEqual({ kind: "busy", why: expect.any(String) });
      expect(await registrar.take(step, submission, passed)).toEqual({ kind: "busy", why: expect.any(String) });
      expect(await fake.made()).toEqual(before);
    });

    test("says nothing of what was not handed over", async () => {
      expect(await registrar.review(sampleSubmission(kind))).toMatchObject({ kind: "unclear" });
    });
  });

  test("a suspended campaign can't be submitted again, and its numbers are missing", async () => {
    const submission = await handOver(await begin("campaign"));
    await fake.review(submission, "approve");
    await registrar.join(fake.number.sid, submission, inTime);
    await fake.letNumbersJoin();
    await fake.review(submission, "suspend");
    expect(await registrar.review(submission)).toMatchObject({ state: "suspended", mayResubmit: false });
    const { sid, number } = fake.number;
    expect(await registrar.numberState(sid, number, submission)).toEqual({ kind: "seen", state: "missing" });
  });

  test("a campaign waits for its business", async () => {
    const business = await handOver(sampleSubmission("business"));
    const submission = sampleSubmission("campaign", { made: business.made });
    const results = [];
    let { made } = submission;
    for (const step of registrar.steps("campaign", 1)) {
      const result = await registrar.take(step, { ...submission, made }, inTime);
      results.push(result.kind);
      if (result.kind === "done") made = { ...made, [step]: result.sid };
    }
    expect(results.at(-1)).toBe("waiting");
  });

  test("numbers join an approved campaign, as often as they are told to", async () => {
    const { sid, number } = fake.number;
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "missing" });
    const submission = await handOver(await begin("campaign"));
    await fake.review(submission, "approve");
    expect(await registrar.join(sid, submission, passed)).toMatchObject({ kind: "busy" });
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "missing" });
    expect(await registrar.join(sid, submission, inTime)).toEqual({ kind: "done", sid: expect.any(String) });
    expect(await registrar.join(sid, submission, inTime)).toEqual({ kind: "done", sid: expect.any(String) });
    await fake.letNumbersJoin();
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "registered" });
    expect(await registrar.numberState(sid, number, submission)).toEqual({ kind: "seen", state: "registered" });
  });

  test("a toll-free number is registered once it is verified", async () => {
    const { sid, number } = fake.tollFree;
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "missing" });
    const submission = await handOver(await begin("toll_free"));
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "joining" });
    await fake.review(submission, "approve");
    expect(await registrar.numberState(sid, number)).toEqual({ kind: "seen", state: "registered" });
  });

  test.each([
    ["a sole proprietor", { type: "sole_proprietor", ein: "" }, "business_type"],
    ["no tax number", { ein: "" }, "ein"],
  ] as const)("refuses %s before anything is made", async (_what, changes, field) => {
    const facts = { business: { ...sampleBusiness, ...changes }, campaign: sampleCampaign };
    const submission = sampleSubmission("business", { facts });
    const [step = ""] = registrar.steps("business", 1);
    expect(await registrar.take(step, submission, inTime)).toEqual({
      kind: "refused",
      problems: [{ code: "", field }],
    });
    expect(Object.values(await fake.made()).every((count) => count === 0)).toBe(true);
  });

  test("a step that isn't one of the kind's is never taken", async () => {
    expect(await registrar.take("verification", sampleSubmission("business"), inTime)).toEqual({ kind: "waiting" });
  });
});
