import ICAL from "ical.js";
import { afterAll, describe, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { addCustomer, customerDraft } from "#testing/customer.ts";
import { sameTime, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../contract.ts";
import { announce, sweepInvitations } from "./announce.ts";

const { app, dealer, manager, agent, hold, shown } = await startMeetings();
afterAll(() => app.close());

let count = 0;

/** A meeting whose customer has an email address and is invited. */
async function invited(more: object = {}) {
  count += 1;
  const email = `ana${count}@example.com`;
  const customer = await addCustomer(agent, { first_name: "Ana", last_name: `Diaz${count}`, email });
  const meeting = await hold(agent, { customer_id: customer.id, mail_customer: 1, ...more });
  return { ...meeting, customer, email };
}

/** What a change causes by itself. */
const settle = () => app.jobs.runAll();

/** What is found later, whether or not anything said that it changed. */
async function sweep() {
  await sweepInvitations(app.server);
  await app.jobs.runAll();
}

const mailsTo = (email: string) => app.mails.sent.filter(({ to }) => to === email);

/** What each mail's calendar entry says, in the order of the mails. */
function entriesTo(email: string) {
  return mailsTo(email).map(({ calendar }) => {
    const parsed = new ICAL.Component(ICAL.parse(calendar?.content ?? ""));
    const [vevent] = parsed.getAllSubcomponents("vevent");
    if (!vevent) throw new Error("No entry");
    const event = new ICAL.Event(vevent);
    const { uid, sequence } = event;
    const method = String(parsed.getFirstPropertyValue("method"));
    return { uid, sequence, method, said: calendar?.method, start: event.startDate.toJSDate().toISOString() };
  });
}

const edit = (id: number, customer_id: number, version: number, more: object) =>
  agent(meetings.edit, {
    params: { id },
    body: { title: "Trade-in", type: 1, customer_id, notes: "", url: "", ...sameTime, version, ...more },
  });

test("an invitation names when and where, and nothing that staff typed", async () => {
  const { email, join_url, id } = await invited({ notes: "Bad credit" });
  await settle();
  const [mail] = mailsTo(email);
  expect(mail?.subject).toMatch(/^Invitation: Video meeting with .*, Tuesday, November 24 at 10:00 AM EST$/);
  for (const part of [mail?.text, mail?.html, mail?.calendar?.content.replaceAll("\r\n ", "")]) {
    expect(part).toContain(join_url);
    expect(part).not.toMatch(/Trade-in|Bad credit/);
  }
  expect(entriesTo(email)).toEqual([
    expect.objectContaining({ method: "REQUEST", said: "REQUEST", sequence: 0, start: "2026-11-24T15:00:00.000Z" }),
  ]);
  expect(await shown(agent, id)).toMatchObject({ is_mailed: 1 });
});

test("every change is mailed once, with the next number; what isn't theirs to know is not", async () => {
  const { id, email, customer } = await invited();
  await settle();
  await edit(id, customer.id, 1, wallTime("2026-11-24", "01:00 PM"));
  await settle();
  await settle();
  await edit(id, customer.id, 2, { title: "Finance", notes: "Ask for a cosigner" });
  await settle();
  await agent(appointments.update, { params: { id, status: 1 } });
  await settle();
  const entries = entriesTo(email);
  expect(entries.map(({ sequence }) => sequence)).toEqual([0, 1]);
  expect(entries[1]).toMatchObject({ method: "REQUEST", start: "2026-11-24T18:00:00.000Z" });
  expect(new Set(entries.map(({ uid }) => uid)).size).toBe(1);
  expect(mailsTo(email)[1]?.subject).toMatch(/^Updated: .* at 1:00 PM EST$/);
});

test("another length and another place are mailed, too", async () => {
  const { id, email, customer } = await invited({ type: 0, url: "", place: "Bay 3" });
  await settle();
  await edit(id, customer.id, 1, { type: 0, place: "Bay 4" });
  await settle();
  await edit(id, customer.id, 2, { type: 0, duration: 60 });
  await settle();
  const said = mailsTo(email).map(({ calendar }) => calendar?.content.replaceAll("\r\n ", "") ?? "");
  expect(said.map((text) => /LOCATION:(Bay \d)/.exec(text)?.[1])).toEqual(["Bay 3", "Bay 4", "Bay 4"]);
  expect(said.map((text) => /DTEND[^:]*:\d+T(\d{4})/.exec(text)?.[1])).toEqual(["1030", "1030", "1100"]);
});

test("a change made among the appointments is found, a cancellation and its undoing, too", async () => {
  const { id, email, customer } = await invited();
  await settle();
  const body = { title: "Trade-in", type: 1, customer_id: customer.id, notes: "", version: 1 };
  await agent(appointments.edit, { params: { id }, body: { ...body, ...wallTime("2026-11-25", "09:00 AM") } });
  await settle();
  await manager(appointments.remove, { params: { id } });
  await settle();
  await manager(appointments.restore, { params: { id } });
  await settle();
  await agent(meetings.cancel, { params: { id }, body: {} });
  await settle();
  await settle();
  expect(entriesTo(email).map(({ method, sequence }) => [method, sequence])).toEqual([
    ["REQUEST", 0],
    ["REQUEST", 1],
    ["CANCEL", 2],
    ["REQUEST", 3],
    ["CANCEL", 4],
  ]);
  expect(mailsTo(email).at(-1)?.subject).toMatch(/^Canceled: /);
  expect(mailsTo(email).at(-1)?.text).not.toContain("/j/");
});

/** The method and the number of each mail to a mailbox. */
const numbersTo = (email: string) => entriesTo(email).map(({ method, sequence }) => [method, sequence]);

/** Gives a customer another address in the customer's form. */
const readdress = (customer: { id: number; phone: string }, email: string) =>
  manager(customers.update, {
    params: { id: customer.id },
    body: customerDraft({ phone: customer.phone, email }),
  });

describe("a customer's other address", () => {
  test("is invited for the first time, and the old one's invitation is canceled, however the change came", async () => {
    const { id, email, customer } = await invited();
    await settle();
    const edited = `new-${email}`;
    await readdress(customer, edited);
    await settle();
    expect(numbersTo(email)).toEqual([
      ["REQUEST", 0],
      ["CANCEL", 1],
    ]);
    expect(mailsTo(email)[1]?.subject).toMatch(
      /^Canceled: Video meeting with .*, Tuesday, November 24 at 10:00 AM EST$/,
    );
    expect(mailsTo(email)[1]?.text).not.toContain("/j/");
    expect(numbersTo(edited)).toEqual([["REQUEST", 2]]);
    expect(mailsTo(edited)[0]?.subject).toMatch(/^Invitation: /);
    expect(new Set([...entriesTo(email), ...entriesTo(edited)].map(({ uid }) => uid)).size).toBe(1);
    const imported = `imported-${email}`;
    await app.pool.query("update customers set email = $2 where id = $1", [customer.id, imported]);
    await sweep();
    await sweep();
    expect(numbersTo(edited)).toEqual([
      ["REQUEST", 2],
      ["CANCEL", 3],
    ]);
    expect(numbersTo(imported)).toEqual([["REQUEST", 4]]);
    expect(await shown(agent, id)).toMatchObject({ is_mailed: 1 });
    await agent(meetings.cancel, { params: { id }, body: {} });
    await settle();
    await sweep();
    expect([email, edited, imported].map((one) => mailsTo(one).length)).toEqual([2, 2, 2]);
    expect(numbersTo(imported).at(-1)).toEqual(["CANCEL", 5]);
  });

  test("in capitals is the same mailbox, which is mailed nothing", async () => {
    const { email, customer } = await invited();
    await settle();
    await readdress(customer, email.toUpperCase());
    await settle();
    await sweep();
    expect(mailsTo(email.toUpperCase())).toEqual([]);
    expect(mailsTo(email)).toHaveLength(1);
  });

  test("that was removed again before anything was mailed, or that comes back, ends as one invitation", async () => {
    const { email, customer } = await invited();
    await settle();
    const [other, last] = [`other-${email}`, `last-${email}`];
    await readdress(customer, other);
    await readdress(customer, email);
    await settle();
    expect([mailsTo(email).length, mailsTo(other).length]).toEqual([1, 0]);
    await readdress(customer, other);
    await readdress(customer, last);
    await settle();
    expect(mailsTo(other)).toEqual([]);
    await readdress(customer, email);
    await settle();
    expect(numbersTo(email)).toEqual([
      ["REQUEST", 0],
      ["CANCEL", 1],
      ["REQUEST", 4],
    ]);
    expect(mailsTo(email).at(-1)?.subject).toMatch(/^Invitation: /);
    expect(numbersTo(last)).toEqual([
      ["REQUEST", 2],
      ["CANCEL", 3],
    ]);
  });

  test("that is removed cancels, and one that is added later is invited", async () => {
    const { id, email, customer } = await invited();
    await settle();
    await app.pool.query("update customers set email = '' where id = $1", [customer.id]);
    await sweep();
    await sweep();
    expect(numbersTo(email)).toEqual([
      ["REQUEST", 0],
      ["CANCEL", 1],
    ]);
    expect(await shown(agent, id)).toMatchObject({ is_mailed: 0 });
    await readdress(customer, `later-${email}`);
    await settle();
    expect(mailsTo(`later-${email}`).map(({ subject }) => subject.split(":")[0])).toEqual(["Invitation"]);
  });

  test("cancels nothing at one that refused its invitation", async () => {
    app.mails.answerNext({ kind: "refused", words: "550 No such address" });
    const { email, customer } = await invited();
    await settle();
    await readdress(customer, `right-${email}`);
    await settle();
    await sweep();
    expect(numbersTo(email)).toEqual([["REQUEST", 0]]);
    expect(numbersTo(`right-${email}`)).toEqual([["REQUEST", 1]]);
  });

  test("is invited though the old one's cancellation isn't taken, which is sent again", async () => {
    const { email, customer } = await invited();
    await settle();
    app.mails.answerNext({ kind: "busy" });
    await readdress(customer, `new-${email}`);
    await expect(settle()).rejects.toThrow("busy");
    expect(numbersTo(`new-${email}`)).toEqual([["REQUEST", 2]]);
    app.clock.advance(11 * 60_000);
    await sweep();
    await sweep();
    expect(numbersTo(email).map(([method]) => method)).toEqual(["REQUEST", "CANCEL", "CANCEL"]);
    expect(mailsTo(`new-${email}`)).toHaveLength(1);
  });

  test("is mailed once by two jobs", async () => {
    const { id, email, customer } = await invited();
    await settle();
    await app.pool.query("update customers set email = $2 where id = $1", [customer.id, `new-${email}`]);
    const key = { dealer_id: dealer.dealer_id, appointment_id: id };
    await Promise.all([announce(app.server, key), announce(app.server, key), announce(app.server, key)]);
    await settle();
    expect(numbersTo(email).map(([method]) => method)).toEqual(["REQUEST", "CANCEL"]);
    expect(mailsTo(`new-${email}`).map(({ subject }) => subject.split(":")[0])).toEqual(["Invitation"]);
  });

  test("is mailed nothing about a meeting that was canceled, is over, or has its outcome", async () => {
    const canceled = await invited();
    const over = await invited(wallTime("2026-11-23", "09:00 AM"));
    const shownUp = await invited();
    await settle();
    await agent(meetings.cancel, { params: { id: canceled.id }, body: {} });
    await agent(appointments.update, { params: { id: shownUp.id, status: 1 } });
    await settle();
    const before = app.clock.now();
    app.clock.set(new Date("2026-11-23T14:10:00Z"));
    for (const { customer, email } of [canceled, over, shownUp]) await readdress(customer, `new-${email}`);
    await settle();
    await sweep();
    app.clock.set(before);
    for (const { email } of [canceled, over, shownUp]) expect(mailsTo(`new-${email}`)).toEqual([]);
    expect([canceled, over, shownUp].map(({ email }) => mailsTo(email).length)).toEqual([2, 1, 1]);
  });
});

test("another customer of the meeting is invited, and the one before gets the cancellation", async () => {
  const { id, email } = await invited();
  await settle();
  const other = await addCustomer(agent, { first_name: "Bea", last_name: "Roe", email: `bea-${email}` });
  await edit(id, other.id, 1, {});
  await settle();
  expect(numbersTo(email).map(([method]) => method)).toEqual(["REQUEST", "CANCEL"]);
  expect(mailsTo(`bea-${email}`).map(({ subject }) => subject.split(":")[0])).toEqual(["Invitation"]);
});

test("a waiting invitation to a meeting that is over isn't mailed", async () => {
  app.mails.answerNext({ kind: "busy" });
  const { email } = await invited(wallTime("2026-11-23", "10:00 AM"));
  await expect(app.jobs.runAll()).rejects.toThrow("busy");
  const before = app.clock.now();
  app.clock.set(new Date("2026-11-23T15:31:00Z"));
  await sweep();
  expect(mailsTo(email)).toHaveLength(1);
  app.clock.set(before);
});

test("while an invitation is on its way, a change waits until it has left, and is mailed then", async () => {
  const { id, email, customer } = await invited();
  await edit(id, customer.id, 1, wallTime("2026-11-24", "01:00 PM"));
  await settle();
  app.clock.advance(91_000);
  await settle();
  await app.pool.query("update meeting_invitations set state = 'sending', changed_at = $2 where appointment_id = $1", [
    id,
    app.clock.now(),
  ]);
  const sent = mailsTo(email).length;
  await edit(id, customer.id, 2, wallTime("2026-11-24", "02:00 PM"));
  await settle();
  expect(mailsTo(email)).toHaveLength(sent);
  app.clock.advance(91_000);
  await settle();
  expect(entriesTo(email).at(-1)).toMatchObject({ start: "2026-11-24T19:00:00.000Z" });
  expect(mailsTo(email)).toHaveLength(sent + 1);
});

test("a mail that a busy server didn't take is sent again as the same version", async () => {
  app.mails.answerNext({ kind: "busy" });
  const { email } = await invited();
  await expect(app.jobs.runAll()).rejects.toThrow("busy");
  app.clock.advance(11 * 60_000);
  await settle();
  expect(entriesTo(email).map(({ sequence }) => sequence)).toEqual([0, 0]);
  await settle();
  expect(mailsTo(email)).toHaveLength(2);
});

test("a refused address is not tried again until somebody invites once more", async () => {
  app.mails.answerNext({ kind: "refused", words: "550 No such address" });
  const { id, email, customer } = await invited();
  await settle();
  await settle();
  expect(mailsTo(email)).toHaveLength(1);
  expect(await shown(agent, id)).toMatchObject({ is_mailed: 0 });
  await edit(id, customer.id, 1, { mail_customer: 1 });
  await settle();
  expect(entriesTo(email).map(({ sequence }) => sequence)).toEqual([0, 0]);
});

test("without an email address the meeting is made, and the sender is told", async () => {
  const customer = await addCustomer(agent, { first_name: "Bo", last_name: "Low" });
  // Somebody of whom only a text is known.
  await app.pool.query("update customers set email = '' where id = $1", [customer.id]);
  const { status, message } = await hold(agent, { customer_id: customer.id, mail_customer: 1 });
  expect(status).toBe("warning");
  expect(message).toBe("Meeting created. The invitation wasn't sent: this customer has no email address.");
});

test("nobody is mailed who wasn't invited", async () => {
  const { id, email, customer } = await invited({ mail_customer: 0 });
  await settle();
  await edit(id, customer.id, 1, wallTime("2026-11-24", "03:00 PM"));
  await agent(meetings.cancel, { params: { id }, body: {} });
  await settle();
  expect(mailsTo(email)).toEqual([]);
});
