import ICAL from "ical.js";
import { afterAll, expect, test } from "vitest";
import { appointments } from "#domains/appointments/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { sameTime, startMeetings, wallTime } from "#testing/meetings/startMeetings.ts";
import { meetings } from "../contract.ts";
import { sweepInvitations } from "./sweepInvitations.ts";

const { app, manager, agent, hold, shown } = await startMeetings();
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

async function settle() {
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
