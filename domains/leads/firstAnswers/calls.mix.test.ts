import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { autoReplies } from "#domains/inbox/autoReplies/contract.ts";
import { leadAddress } from "#domains/leads/inquiries/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { inDepth } from "#testing/deep.ts";
import { type CallFixture, createCallFixture } from "#testing/inbox/callFixture.ts";
import { createInboxFixture, type InboxFixture } from "#testing/inbox/inboxFixture.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type Visitor, visitorOf } from "#testing/widget/visitor.ts";
import { firstAnswers } from "./contract.ts";

/* Whatever comes from one phone, it gets one automatic answer at a time, and none after STOP. */

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

let app: TestApp;
let dealer: Dealership;
let visitor: Visitor;
let inbox: InboxFixture;
let callers: CallFixture;
let leadUrl: string;

beforeAll(async () => {
  app = await startTestApp();
  dealer = await app.dealership();
  const manager = await app.signIn(dealer.manager);
  const words = { closed_words: "", holiday_words: "" };
  await manager(autoReplies.changeSettings, { body: { is_on: 1, ...words } });
  const all = { is_on: 1, kinds: ["sales"], listed_only: 0, open_words: "", ...words, sources: [] } as const;
  await manager(firstAnswers.changeSettings, { body: { ...all, kinds: [...all.kinds] } });
  leadUrl = new URL((await manager(leadAddress.shown)).data.url).pathname;
  visitor = await visitorOf(app, manager);
  [inbox, callers] = [createInboxFixture(app, dealer, manager), createCallFixture(app, dealer, manager)];
});
afterAll(() => app.close());

type Step =
  | { readonly kind: "text" | "stop" | "start" | "lead" | "call" | "website" }
  | { readonly kind: "wait"; readonly minutes: number };

/** Everything but waiting may be delivered twice. */
async function take(step: Step, phone: string, isRepeated: boolean, at: number): Promise<void> {
  const times = isRepeated ? [1, 2] : [1];
  const text = (words: string) => {
    const arriving = { ...inbox.inbound(phone, words), carrierAnsweredOptOut: true };
    return Promise.all(times.map(() => app.sms.listener.onInboundText(arriving)));
  };
  if (step.kind === "wait") return app.clock.advance(step.minutes * minuteMs);
  if (step.kind === "text") await text("Is it still there?");
  if (step.kind === "stop") await text("STOP");
  if (step.kind === "start") await text("START");
  if (step.kind === "lead") {
    const vehicle = { make: "Honda", model: `Model ${at}` };
    const payload = { id: `${phone} ${at}`, source: "AutoFinder", first_name: "Renee", phone, vehicle };
    await Promise.all(times.map(() => app.http.inject({ method: "POST", url: leadUrl, payload })));
  }
  if (step.kind === "website") await visitor.write({ phone: phone.slice(2) });
  if (step.kind === "call") {
    const call = callers.newCall(phone);
    await app.voice.listener.onIncomingCall(call);
    await app.voice.listener.onDialed(call, "unanswered", undefined);
    await app.voice.listener.onCallEnded(call, 20);
  }
}

const anyStep = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<Step[]>({ kind: "text" }, { kind: "lead" }, { kind: "website" }, { kind: "call" }),
  },
  { weight: 1, arbitrary: fc.constantFrom<Step[]>({ kind: "stop" }, { kind: "start" }) },
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 1_000 }).map((minutes): Step => ({ kind: "wait", minutes })) },
);
/** What comes together shares the queue, whose jobs run in parallel. */
const anyDay = fc.array(fc.record({ step: anyStep, isRepeated: fc.boolean(), runsJobs: fc.boolean() }), {
  minLength: 5,
  maxLength: 25,
});

async function runJobs(): Promise<void> {
  // Each job once more than it was asked for.
  app.jobs.queued.push(
    ...app.jobs.queued.filter(({ job }) => /^(leads\.answer|inbox\.replyAfterHours)$/.test(job.name)),
  );
  await Promise.all(Array.from({ length: 3 }, () => app.jobs.runAll()));
}

interface StoredAnswer {
  readonly automatic: "website" | "first_answer" | "after_hours";
  readonly datetime: Date;
}

const seen = new Set<string>();

test("a phone gets one automatic answer in the window, and none while it is opted out", async () => {
  await fc.assert(
    fc.asyncProperty(anyDay, fc.integer({ min: 0, max: 24 * 60 }), async (steps, offset) => {
      const phone = freshPhone();
      app.clock.advance(48 * hourMs + offset * minuteMs);
      app.jobs.queued.splice(0);
      const silences: { from: Date; to: Date | undefined }[] = [];
      for (const [at, { step, isRepeated, runsJobs }] of steps.entries()) {
        await take(step, phone, isRepeated, at);
        const silence = silences.at(-1);
        const isSilent = silence !== undefined && silence.to === undefined;
        if (step.kind === "stop" && !isSilent) silences.push({ from: app.clock.now(), to: undefined });
        if (step.kind === "start" && isSilent) silence.to = app.clock.now();
        if (runsJobs) await runJobs();
        // No two things happen in the same instant.
        app.clock.advance(1_000);
      }
      await runJobs();
      const { rows } = await app.pool.query<StoredAnswer>(
        `select m.automatic, m.datetime from messages m
         join chats c on c.dealer_id = m.dealer_id and c.id = m.chat_id
         join customers k on k.dealer_id = c.dealer_id and k.id = c.customer_id
         where k.dealer_id = $1 and k.phone = $2 and m.automatic in ('website', 'first_answer', 'after_hours') order by m.id`,
        [dealer.dealer_id, phone],
      );
      for (const [at, answer] of rows.entries()) {
        seen.add(answer.automatic);
        const before = rows[at - 1];
        if (before) {
          const bothAfterHours = before.automatic === "after_hours" && answer.automatic === "after_hours";
          const apart = (answer.datetime.getTime() - before.datetime.getTime()) / hourMs;
          expect(apart).toBeGreaterThanOrEqual(bothAfterHours ? 12 : 24);
        }
        const silenced = silences.find(({ from, to }) => answer.datetime >= from && (!to || answer.datetime < to));
        expect(silenced).toBeUndefined();
      }
      const isAnswer = ({ to, body }: { to: string; body: string }) =>
        to === phone && /got your|right now|closed/.test(body);
      expect(app.sms.sent.filter(isAnswer).length).toBeLessThanOrEqual(rows.length);
    }),
    { numRuns: inDepth(300, 25) },
  );
  expect([...seen].sort()).toEqual(["after_hours", "first_answer", "website"]);
}, 600_000);
