import { afterAll, beforeEach, expect, test } from "vitest";
import { reminders } from "#domains/appointments/reminders/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { firstRun } from "#domains/inbox/firstRun/contract.ts";
import { reviewInvites } from "#domains/reputation/invites/contract.ts";
import { reviewSites } from "#domains/reputation/sites/contract.ts";
import { refusalOf } from "#ports/sms/carrierErrors.ts";
import { mailedCode, pendingSignIn, requireCodes } from "#testing/accounts/secondFactor.ts";
import { freshPhone } from "#testing/dealership.ts";
import { setRegistration } from "#testing/registration/setRegistration.ts";
import { createReminderFixture, type ReminderFixture } from "#testing/reminders/reminderFixture.ts";
import { albanyPhone } from "#testing/reputation/startReviews.ts";
import { startTestApp } from "#testing/testApp.ts";
import { visitorOf } from "#testing/widget/visitor.ts";
import { type NumberRegistration, numberRegistrations } from "../contract.ts";
import { maySendMarketing } from "./rules.ts";

/* What a number sends in each state of its registration, door by door; campaigns have a test of their own. */

const app = await startTestApp();
afterAll(() => app.close());
let fixture: ReminderFixture;

beforeEach(async () => {
  fixture = await createReminderFixture(app);
  await app.pool.query("delete from rate_limits");
  await app.pool.query("update registration_terms set blocks_replies = 0");
});

const setState = (state: NumberRegistration) => setRegistration(app, fixture.dealer, state);
const dayBefore = "2026-11-19T19:15:00Z";
const refused = "This location's number isn't registered yet, so it can't send texts.";

test.each(numberRegistrations)("a reminder of a number that is %s", async (state) => {
  await setState(state);
  const { id, customer } = await fixture.book();
  await fixture.runAt("2026-11-19T19:00:00Z");
  await fixture.runAt(dayBefore);
  if (maySendMarketing(state)) return expect(fixture.texts(customer.phone)).toHaveLength(1);
  expect([fixture.texts(customer.phone), await fixture.states(id)]).toEqual([[], ["24 waiting", "1 waiting"]]);
  await setState("registered");
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect(fixture.texts(customer.phone)).toHaveLength(1);
});

test("a reminder whose number isn't registered in time is skipped, and says so", async () => {
  await setState("missing");
  const { id, customer } = await fixture.book();
  await fixture.runAt("2026-11-19T19:00:00Z");
  await fixture.runAt(dayBefore);
  const shown = async () => {
    await fixture.setTime(app.clock.now().toISOString());
    return (await fixture.agent(reminders.ofAppointment, { params: { id } })).data;
  };
  expect(await shown()).toMatchObject({
    is_number_held: 1,
    reminders: [
      { hours_before: 24, state: "waiting", reason: "" },
      { hours_before: 1, state: "waiting", reason: "" },
    ],
  });
  app.clock.set(new Date("2026-11-20T07:16:00Z"));
  await app.jobs.runAll();
  expect(await fixture.states(id)).toEqual(["24 skipped not_registered", "1 waiting"]);
  expect((await shown()).reminders[0]).toMatchObject({ state: "skipped", reason: "not_registered", sent_at: null });
  await setState("registered");
  expect(await shown()).toMatchObject({ is_number_held: 0 });
  await app.jobs.runAll();
  expect(fixture.texts(customer.phone)).toEqual([]);
});

test.each(numberRegistrations)("a review invite of a number that is %s", async (state) => {
  await (await app.signIn(fixture.dealer.owner))(reviewSites.add, {
    body: { kind: "google", title: "", write_url: "https://g.page/r/x/review", is_shown: 1 },
  });
  await setState(state);
  const contact = albanyPhone();
  const { data } = await fixture.agent(reviewInvites.send, { body: { name: "Ana Ruiz", contact, consent: 1 } });
  await app.jobs.runAll();
  const shown = async () => {
    const { data: rows } = await fixture.agent(reviewInvites.table, { body: { period: "year" } });
    return rows.find((row) => row.id === data.invite_id);
  };
  if (maySendMarketing(state)) return expect([data.outcome, fixture.texts(contact).length]).toEqual(["sent", 1]);
  expect([data.outcome, fixture.texts(contact).length]).toEqual(["waiting", 0]);
  expect(await shown()).toMatchObject({ state: "waiting", reason: "Number isn't registered yet" });
  await setState("registered");
  await app.jobs.runAll();
  await app.jobs.runAll();
  expect(fixture.texts(contact)).toHaveLength(1);
  expect(await shown()).toMatchObject({ state: "sent", reason: "" });
});

test("an invite whose number isn't registered in time isn't sent", async () => {
  await (await app.signIn(fixture.dealer.owner))(reviewSites.add, {
    body: { kind: "google", title: "", write_url: "https://g.page/r/x/review", is_shown: 1 },
  });
  await setState("missing");
  const contact = albanyPhone();
  await fixture.agent(reviewInvites.send, { body: { name: "Ana Ruiz", contact, consent: 1 } });
  app.clock.advance(73 * 3_600_000);
  await app.jobs.runAll();
  await setState("registered");
  await app.jobs.runAll();
  expect(fixture.texts(contact)).toEqual([]);
  const { rows } = await app.pool.query("select state, reason from review_invites where contact = $1", [contact]);
  expect(rows).toEqual([{ state: "skipped", reason: "not_registered" }]);
});

test.each(numberRegistrations)("a reply of a number that is %s", async (state) => {
  const { chat_id, phone } = await fixture.talk.chat();
  await setState(state);
  const isHeld = !maySendMarketing(state);
  const current = async () => (await fixture.agent(inbox.messages, { params: { chat_id }, body: {} })).data.currentChat;
  expect(await current()).toMatchObject({ cannot_send: "", is_number_held: isHeld ? 1 : 0 });
  await fixture.talk.send(chat_id, "See you then");
  await app.jobs.runAll();
  expect(fixture.texts(phone)).toContain("See you then");

  await app.pool.query("update registration_terms set blocks_replies = 1");
  expect(await current()).toMatchObject({ cannot_send: isHeld ? refused : "", is_number_held: isHeld ? 1 : 0 });
  const again = fixture.talk.send(chat_id, "And again");
  if (isHeld) await expect(again).rejects.toMatchObject({ status: 409, message: refused });
  else await again;
  // What customers text arrives in any state.
  await fixture.reply(phone, "Thanks");
  expect((await fixture.talk.messages(chat_id)).at(-1)).toMatchObject({ message: "Thanks", is_from_customer: 1 });
});

test.each(numberRegistrations)("the widget's answer of a number that is %s", async (state) => {
  const visitor = await visitorOf(app, fixture.agent);
  await setState(state);
  const phone = freshPhone();
  await visitor.write({ phone: phone.slice(2) });
  await app.jobs.runAll();
  expect(fixture.texts(phone)).toHaveLength(1);
  await app.pool.query("update registration_terms set blocks_replies = 1");
  const other = freshPhone();
  await visitor.write({ phone: other.slice(2) });
  await app.jobs.runAll();
  expect(fixture.texts(other)).toHaveLength(maySendMarketing(state) ? 1 : 0);
});

test.each(numberRegistrations)("a code from a number that is %s", async (state) => {
  const { dealer } = fixture;
  const phone = freshPhone();
  await requireCodes(app, dealer.dealer_id, { [dealer.owner]: phone });
  // Any of the business's numbers may send it.
  await app.pool.query("update phone_numbers set registration = $2 where dealer_id = $1", [dealer.dealer_id, state]);
  await pendingSignIn(app, dealer.owner);
  const isTexted = maySendMarketing(state);
  expect(fixture.texts(phone)).toHaveLength(isTexted ? 1 : 0);
  if (!isTexted) expect(mailedCode(app, dealer.owner)).toMatch(/^\d{6}$/);
});

test.each(numberRegistrations)("the first steps with a number that is %s", async (state) => {
  await setState(state);
  const owner = await app.signIn(fixture.dealer.owner);
  const { steps } = (await owner(firstRun.steps)).data;
  const expected = { not_needed: undefined, pending: "waiting", registered: "done" } as Record<
    string,
    string | undefined
  >;
  const shown = steps.find(({ step }) => step === "registration")?.state;
  expect(shown).toBe(state in expected ? expected[state] : "open");
});

test("a reply that carriers refuse as unregistered makes the number missing", async () => {
  const { chat_id } = await fixture.talk.chat();
  app.sms.answerNext({ kind: "refused", refusal: refusalOf("30034") });
  await fixture.talk.send(chat_id, "Hello again");
  await app.jobs.runAll();
  await app.jobs.runAll();
  const { currentChat, allMessages } = (await fixture.agent(inbox.messages, { params: { chat_id }, body: {} })).data;
  expect(allMessages.at(-1)).toMatchObject({ message: "Hello again", state: "failed" });
  expect(currentChat.is_number_held).toBe(1);
});
