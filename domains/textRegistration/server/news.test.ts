import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { addColleague } from "#testing/accounts/addColleague.ts";
import type { Dealership } from "#testing/dealership.ts";
import { registeringBusiness, submitDraft } from "#testing/registration/registeringBusiness.ts";
import { createScriptedRegistrar, seen } from "#testing/registration/scriptedRegistrar.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textRegistration } from "../contract.ts";
import { advance } from "./advance.ts";
import { mailOwnersJob, recordEvent } from "./news.ts";
import { numberChangedJob } from "./numbers.ts";

/* What owners hear of their registration, in the bell and by mail. */

// Without a pause, what earlier tests left delays nothing.
const registrar = Object.assign(createScriptedRegistrar(), { pause: 0 });
const app = await startTestApp({ registrar });
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;

beforeEach(async () => {
  registrar.reviews.clear();
  registrar.faults.splice(0);
  app.jobs.queued.splice(0);
  ({ dealer, owner } = await registeringBusiness(app));
});

async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    app.clock.advance(60_000);
    await app.jobs.runAll();
  }
}

const bell = async (email = dealer.owner) =>
  (await (await app.signIn(email))(notifications.list)).data.notifications.reverse();
const titles = async (email?: string) => (await bell(email)).map(({ title }) => title);
const subjects = (email = dealer.owner) =>
  app.mails.sent.filter(({ to }) => to === email).map(({ subject }) => subject);

const phone = (number: string) => number.replace(/^\+1(...)(...)(....)$/, "($1) $2-$3");

test("approvals and numbers ring at every owner and at nobody else, each once, and are mailed alike", async () => {
  const second = await addColleague(app, dealer.owner, "second");
  const former = await addColleague(app, dealer.owner, "former", true);
  const stranger = await app.dealership();
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await submitDraft(owner);
  await pass(30);
  const news = [
    "Your business is registered",
    "Carriers approved your texts",
    `${phone(dealer.number)} can text`,
    `${phone(dealer.otherNumber)} can text`,
  ];
  for (const email of [dealer.owner, second]) {
    expect(await titles(email)).toEqual(news);
    expect(subjects(email)).toEqual(expect.arrayContaining(news));
  }
  for (const email of [dealer.manager, dealer.agent, stranger.owner]) expect(await titles(email)).toEqual([]);
  const rang = "select from notifications n join users u using (dealer_id) where u.id = n.user_id and u.email = $1";
  expect((await app.pool.query(rang, [former])).rowCount).toBe(0);
  expect(subjects(former)).toEqual([]);
  const [first] = await bell();
  expect(first).toMatchObject({ kind: "registration", chat_id: null, read_at: null });
  expect(first?.text).toBe("Carriers are reviewing what you text next.");
  const at = (await bell()).map(({ location_id }) => location_id);
  expect(at).toEqual([dealer.location_id, dealer.location_id, dealer.location_id, dealer.otherLocation_id]);
});

test("a job that runs again rings no second time", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await submitDraft(owner);
  await pass(30);
  const before = await titles();
  const { dealer_id, number } = dealer;
  await app.server.within.cellOf({ dealer_id }, "test", async ({ enqueue, now }) => {
    const change = { dealer_id, kind: "campaign", what: "approved", number: "", fields: [] };
    enqueue(mailOwnersJob, { ...change, at: now().toISOString() });
    enqueue(numberChangedJob, { dealer_id, number, registration: "registered" });
  });
  await app.jobs.runAll();
  const registrations = "select id from carrier_registrations where dealer_id = $1";
  for (const { id } of (await app.pool.query<{ id: string }>(registrations, [dealer_id])).rows) {
    await app.pool.query("update carrier_registrations set look_at = $2 where id = $1", [id, app.clock.now()]);
    await advance(app.server, { dealer_id, registration_id: Number(id) });
  }
  expect(await titles()).toEqual(before);
});

test("a refusal names what to change", async () => {
  const problems = [
    { code: "30909", field: "message_flow" },
    { code: "30910", field: "message_flow" },
    { code: "30893", field: "samples" },
  ] as const;
  registrar.reviews.set("business", seen("refused", { problems }));
  await submitDraft(owner);
  await pass(10);
  const text = "Change and resubmit: how customers agree to get your texts, sample texts.";
  expect(await bell()).toMatchObject([{ title: "Carriers need a change to your registration", text }]);
  const mail = app.mails.sent.find(({ to, subject }) => to === dealer.owner && subject.startsWith("Carriers need"));
  expect(mail?.text).toContain(text);
  expect(mail?.text).toContain("/settings/text-registration");
});

test("a refusal that is final asks for nothing that carriers won't take", async () => {
  registrar.reviews.set("business", seen("refused", { mayResubmit: false }));
  await submitDraft(owner);
  await pass(10);
  expect(await bell()).toMatchObject([
    { title: "Carriers refused your registration", text: "Contact us, and we’ll talk to them." },
  ]);
  const [mail, ...others] = app.mails.sent.filter(
    ({ to, subject }) => to === dealer.owner && subject.startsWith("Carriers"),
  );
  expect(others).toEqual([]);
  expect(mail?.text).toContain("won’t take it again as it is");
  expect(mail?.text).not.toContain("resubmit");
});

test.each([
  ["campaign", "suspended", "Carriers suspended your texts"],
  ["campaign", "restored", "Your texts can leave again"],
  ["business", "stuck", "Your registration needs us"],
  ["toll_free", "approved", "(888) 555-0123 can text"],
] as const)("%s %s rings as %j", async (kind, what, title) => {
  const { dealer_id } = dealer;
  const number = kind === "toll_free" ? "+18885550123" : "";
  await app.server.within.business({ dealer_id }, "test", (unit) =>
    recordEvent(unit, { dealer_id }, { kind, what, number }),
  );
  await app.jobs.runAll();
  expect(await titles()).toEqual([title]);
  expect(subjects()).toEqual([title]);
});

test("what people did themselves, and what carriers only began, rings at nobody", async () => {
  await submitDraft(owner);
  await pass(1);
  const { history } = (await owner(textRegistration.overview)).data;
  expect(history.map(({ what }) => what)).toEqual(["in_review", "submitted"]);
  expect(await titles()).toEqual([]);
  expect(subjects()).toEqual([]);
});
