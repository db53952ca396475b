import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { createCallFixture } from "#testing/inbox/callFixture.ts";
import { createRecordedMails } from "#testing/recordedMails.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { leads } from "../contract.ts";
import { leadAddress } from "../inquiries/contract.ts";
import { leadCrm } from "./contract.ts";
import { sweepCrmMails } from "./server/sendCrmMails.ts";

const secret = "a-password-of-a-mail-server";
const mails = createRecordedMails({ secret, inboundDomain: "leads.example.com" });
let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;

beforeAll(async () => {
  app = await startTestApp({ email: mails });
});
afterAll(() => app.close());

const crm = () => `crm-${dealer.dealer_id}@dealer.example`;
const all = { leads: 1, missed_calls: 1, appointments: 1 } as const;
beforeEach(async () => {
  dealer = await app.dealership();
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  await owner(settings.crmEmail, { body: { crm_email: crm() } });
  await app.jobs.runAll();
  mails.sent.splice(0);
});

const sent = () => mails.sent.filter(({ to }) => to === crm());
const turnOn = (body: { leads: 0 | 1; missed_calls: 0 | 1; appointments: 0 | 1 } = all) =>
  owner(leadCrm.save, { body });
const addLead = async (more: object = {}) =>
  (await agent(leads.add, { body: { phone: freshPhone(), first_name: "Ana", source: "Walk-in", ...more } })).data.id;
const states = async () => (await owner(leadCrm.settings)).data.mails.map(({ kind, state }) => `${kind} ${state}`);
const deliver = async (to: string, from: string, adf: string) =>
  app.http.inject({
    method: "POST",
    url: "/webhooks/email/lead",
    payload: `From: ${from}\r\nTo: ${to}\r\nMessage-ID: <${crypto.randomUUID()}@x>\r\nSubject: Lead\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${adf}`,
    headers: { authorization: `Bearer ${secret}`, "content-type": "message/rfc822" },
  });

/** What another reader of XML, that of Postgres, finds at a path. */
async function xpath(xml: string, path: string): Promise<string[]> {
  const { rows } = await app.pool.query<{ found: string[] }>(
    "select xpath($2, xmlparse(document $1))::text[] as found",
    [xml, path],
  );
  return rows[0]?.found ?? [];
}

describe("a new lead", () => {
  test("goes to the CRM as ADF in plain text once it is on, and once", async () => {
    await addLead();
    await app.jobs.runAll();
    expect(sent()).toEqual([]);
    await turnOn();
    const vehicles = [{ interest: "buy" as const, year: "2021", make: "Land & Sea", model: "<X>", stock: "P1" }];
    const phone = freshPhone();
    const id = await addLead({ phone, last_name: `O'"Neil`, vehicles, comments: `</comments><prospect>&bad; ]]>` });
    await app.jobs.runAll();
    await app.jobs.runAll();
    expect(sent()).toHaveLength(1);
    const [mail] = sent();
    expect(mail).toMatchObject({ subject: "New lead", headers: { "Auto-Submitted": "auto-generated" } });
    expect(mail?.html).toBeUndefined();
    const xml = mail?.text ?? "";
    expect(await xpath(xml, "/adf/prospect/@status")).toEqual(["new"]);
    expect(await xpath(xml, "string(/adf/prospect/id)")).toEqual([`rooftop-lead-${dealer.dealer_id}-${id}`]);
    expect(await xpath(xml, "/adf/prospect/vehicle/make/text()")).toEqual(["Land &amp; Sea"]);
    expect(await xpath(xml, "/adf/prospect/vehicle/model/text()")).toEqual(["&lt;X&gt;"]);
    expect(await xpath(xml, "/adf/prospect/customer/contact/phone/text()")).toEqual([phone.slice(-10)]);
    expect(await xpath(xml, "/adf/prospect/customer/comments/text()")).toEqual([
      "&lt;/comments&gt;&lt;prospect&gt;&amp;bad; ]]&gt;",
    ]);
    expect(await xpath(xml, "string(/adf/prospect/provider/name)")).toEqual(["Walk-in"]);
    expect(await states()).toEqual(["lead sent"]);
  });

  test("that is deleted before its mail leaves, or whose business has no address, is not sent", async () => {
    await turnOn();
    const id = await addLead();
    await manager(leads.remove, { params: { id } });
    await app.jobs.runAll();
    await addLead();
    await owner(settings.crmEmail, { body: { crm_email: "" } });
    await app.jobs.runAll();
    expect(sent()).toEqual([]);
    expect(await states()).toEqual(["lead skipped", "lead skipped"]);
  });

  test("is tried again while the provider is busy, with the same Message-ID, and tells the owner in the end", async () => {
    await turnOn();
    await addLead();
    mails.answerNext({ kind: "busy" }, { kind: "lost", why: "reset" });
    await app.jobs.runAll();
    expect(await states()).toEqual(["lead due"]);
    app.clock.advance(61_000);
    await app.jobs.runAll();
    app.clock.advance(301_000);
    await app.jobs.runAll();
    expect(new Set(sent().map(({ reference }) => reference)).size).toBe(1);
    expect(sent()).toHaveLength(3);
    expect(await states()).toEqual(["lead sent"]);

    mails.answerNext({ kind: "refused", words: "550 No such user" }, { kind: "refused", words: "550 No such user" });
    await addLead();
    await addLead();
    await app.jobs.runAll();
    expect((await owner(leadCrm.settings)).data.mails[0]).toMatchObject({
      state: "failed",
      problem: "550 No such user",
    });
    const { data } = await owner(notifications.list);
    expect(data.notifications.filter(({ title }) => title === "Your CRM isn't getting leads")).toHaveLength(1);
    const [failed] = (await owner(leadCrm.settings)).data.mails;
    const retry = () => owner(leadCrm.retry, { params: { id: failed?.id ?? 0 } });
    const twice = await Promise.allSettled([retry(), retry()]);
    expect(twice.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await app.jobs.runAll();
    expect(await states()).toEqual(["lead sent", "lead failed", "lead sent"]);
  });

  test("that a crash left on its way is sent by the sweep", async () => {
    await turnOn();
    await addLead();
    await app.jobs.runAll();
    await app.pool.query("update crm_mails set state = 'sending', due_at = $2, ended_at = null where dealer_id = $1", [
      dealer.dealer_id,
      app.clock.now(),
    ]);
    await sweepCrmMails(app.jobServer);
    await app.jobs.runAll();
    expect(sent()).toHaveLength(1);
    app.clock.advance(16 * 60_000);
    await sweepCrmMails(app.jobServer);
    await app.jobs.runAll();
    expect(new Set(sent().map(({ reference }) => reference)).size).toBe(1);
    expect(await states()).toEqual(["lead sent"]);
  });
});

describe("nothing goes around", () => {
  const adf = (id: string, phone: string) =>
    `<?adf version="1.0"?><adf><prospect><id>${id}</id><customer><contact><name part="full">Ana Lee</name><phone>${phone}</phone></contact></customer><provider><name>Somewhere</name></provider></prospect></adf>`;

  test("what the CRM sends isn't sent back, and what others send is", async () => {
    await turnOn();
    const { email } = (await owner(leadAddress.shown)).data;
    await deliver(email, crm(), adf("C-100", "2125550111"));
    await deliver(email, "vendor@site.example", adf("V-100", "2125550112"));
    await app.jobs.runAll();
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.text).toContain("2125550112");
    expect(await states()).toEqual(["lead sent", "lead skipped"]);
  });

  test("our own ADF that comes back by another address makes no further mail", async () => {
    await turnOn();
    const { email } = (await owner(leadAddress.shown)).data;
    const id = await addLead();
    await app.jobs.runAll();
    const stages = (await owner(leads.options)).data.stages;
    const lost = stages.find(({ kind }) => kind === "lost")?.id ?? 0;
    for (let round = 0; round < 3; round += 1) {
      const open = (await agent(leads.table, { body: { show: "open" } })).data;
      for (const lead of open)
        await agent(leads.move, { params: { id: lead.id }, body: { stage_id: lost, outcome: "duplicate" } });
      await deliver(email, "robot@crm.example", sent()[0]?.text ?? "");
      await app.jobs.runAll();
    }
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.text).toContain(`-${id}<`);
  });

  test("an address of ours for leads gets none", async () => {
    const { email } = (await owner(leadAddress.shown)).data;
    await owner(settings.crmEmail, { body: { crm_email: email } });
    await turnOn();
    await addLead();
    await app.jobs.runAll();
    expect(mails.sent.filter(({ to }) => to === email)).toEqual([]);
    await expect(owner(leadCrm.test, {})).rejects.toMatchObject({ status: 409 });
  });
});

describe("calls and appointments", () => {
  test("a missed call goes once, an answered one and a withheld caller never", async () => {
    await turnOn();
    const fixture = createCallFixture(app, dealer, agent);
    await fixture.forwardTo("+19095550177");
    const carrier = app.voice.listener;
    const missed = fixture.newCall();
    await carrier.onIncomingCall(missed);
    await carrier.onDialed(missed, "unanswered", undefined);
    await carrier.onCallEnded(missed, 20);
    await carrier.onCallEnded(missed, 20);
    await app.jobs.runAll();
    const adf = sent().filter(({ subject }) => subject === "Missed call");
    expect(adf).toHaveLength(1);
    expect(await xpath(adf[0]?.text ?? "", "/adf/prospect/customer/comments/text()")).toEqual([
      expect.stringMatching(/^Missed call/),
    ]);
    expect(adf[0]?.text).toContain(missed.from.slice(-10));
  });

  test("an appointment goes when it is made, and no change of it or an older one does", async () => {
    const customer = await addCustomer(agent);
    const time = { timeType: "now", customTimeHours: "", customTimeMinutes: "", customTimeAmPm: "" } as const;
    const draft = {
      title: "Test drive",
      type: 0,
      customer_id: customer.id,
      notes: "",
      appointment_date: "",
      ...time,
    } as const;
    await agent(appointments.add, { body: draft });
    app.clock.advance(60_000);
    await turnOn();
    app.clock.advance(60_000);
    await app.jobs.runAll();
    expect(sent()).toEqual([]);
    const other = await addCustomer(agent);
    await agent(appointments.add, { body: { ...draft, customer_id: other.id } });
    await app.jobs.runAll();
    expect(sent().map(({ subject }) => subject)).toEqual(["New appointment"]);
    expect(await xpath(sent()[0]?.text ?? "", "/adf/prospect/customer/comments/text()")).toEqual([
      expect.stringContaining("Appointment: Test drive"),
    ]);
  });
});

describe("the settings", () => {
  test("are off at first, the owner's alone to change, and each location's own", async () => {
    expect((await manager(leadCrm.settings)).data).toMatchObject({
      leads: 0,
      missed_calls: 0,
      appointments: 0,
      can_send: 1,
    });
    await expect(agent(leadCrm.settings)).rejects.toMatchObject({ status: 403 });
    await expect(manager(leadCrm.save, { body: all })).rejects.toMatchObject({ status: 403 });
    await turnOn({ leads: 1, missed_calls: 0, appointments: 0 });
    expect((await manager(leadCrm.settings)).data).toMatchObject({ leads: 1, missed_calls: 0 });
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    expect((await elsewhere(leadCrm.settings)).data).toMatchObject({ leads: 0, crm_email: "", mails: [] });
    await expect(elsewhere(leadCrm.test, {})).rejects.toMatchObject({ status: 409 });
  });

  test("a test leaves at once, and shows what became of it", async () => {
    mails.answerNext({ kind: "refused", words: "550 Unknown" });
    await owner(leadCrm.test, {});
    await app.jobs.runAll();
    expect(await states()).toEqual(["test failed"]);
    await owner(leadCrm.test, {});
    await app.jobs.runAll();
    expect(await states()).toEqual(["test sent", "test failed"]);
    expect(await xpath(sent().at(-1)?.text ?? "", "string(//contact/name[@part='first'])")).toEqual(["Test"]);
  });

  test("another business's mails are nobody's to retry", async () => {
    mails.answerNext({ kind: "refused", words: "550 Unknown" });
    await owner(leadCrm.test, {});
    await app.jobs.runAll();
    const [mail] = (await owner(leadCrm.settings)).data.mails;
    const stranger = await app.signIn((await app.dealership()).owner);
    await expect(stranger(leadCrm.retry, { params: { id: mail?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
    const elsewhere = await app.signIn(dealer.owner, dealer.otherLocation_id);
    await expect(elsewhere(leadCrm.retry, { params: { id: mail?.id ?? 0 } })).rejects.toMatchObject({ status: 404 });
  });
});

test("a customer who opted out of texts is named as such", async () => {
  await turnOn();
  const customer = await addCustomer(agent);
  await app.sms.listener.onInboundText({
    from: customer.phone,
    to: dealer.number,
    body: "STOP",
    sid: crypto.randomUUID(),
    media: [],
  } as never);
  await addLead({ phone: "", customer_id: customer.id });
  await app.jobs.runAll();
  expect(sent().at(-1)?.text).toContain("Opted out of texts. Call or email.");
});
