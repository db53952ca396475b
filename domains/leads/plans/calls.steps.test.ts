/* What a step carries: pictures of the library, a copy of an email template, and whose name signs it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { library } from "#domains/library/contract.ts";
import { sweepLibrary } from "#domains/library/server/sweepLibrary.ts";
import { mailSender } from "#domains/marketing/sender/contract.ts";
import { emailTemplates, mailPictures } from "#domains/templates/email/contract.ts";
import { domains } from "#server/domains.ts";
import type { Dealership } from "#testing/dealership.ts";
import { fileOf, pdf, photo } from "#testing/inbox/files.ts";
import { createPlanFixture, type PlanFixture, planDraft, planSteps } from "#testing/leads.ts";
import { startTestApp, type TestApp, testUrl } from "#testing/testApp.ts";
import { leadPlans } from "./contract.ts";
import { runDueSteps } from "./server/runSteps.ts";

const fridayNoon = "2026-11-20T17:00:00Z";
const hourMs = 3_600_000;

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let fixture: PlanFixture;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits"); // Each test signs people in.
  dealer = await app.dealership();
  app.clock.set(new Date(fridayNoon));
  await signIn();
});

/** Signs in again, because sessions end. */
async function signIn() {
  [owner, manager, agent] = [
    await app.signIn(dealer.owner),
    await app.signIn(dealer.manager),
    await app.signIn(dealer.agent),
  ];
  fixture = createPlanFixture(app, dealer, manager);
}

async function settle() {
  await app.jobs.runAll();
  await runDueSteps(app.jobServer);
  await app.jobs.runAll();
}

let pixels = 60;
async function upload(bytes?: Uint8Array | string, name = "Accord.jpg", by = manager) {
  pixels += 1;
  const files = { file: fileOf(bytes ?? (await photo(pixels)), name) };
  return (await by(library.upload, { body: {}, files })).data.file.id;
}
const [text, , later] = planSteps;
const one = async (id: number) => (await manager(leadPlans.one, { params: { id } })).data;
const saved = (plan: number, revision: number, steps: readonly object[], more: object = {}) =>
  manager(leadPlans.save, {
    params: { id: plan },
    body: { ...planDraft({ steps: steps as never }), revision, ...more },
  });
const mediaTo = (phone: string) => app.sms.sent.filter(({ to, media }) => to === phone && media.length > 0);
const get = (url: string) => app.http.inject(url.replace(testUrl, ""));

describe("a text's pictures", () => {
  test("leave with it in their order, and the text keeps them when the library's are gone", async () => {
    const files = [await upload(), await upload(undefined, "Jürgen's 🚗.png")];
    const plan = await fixture.plan({ steps: [{ ...text, files }] });
    const shown = await one(plan);
    expect(shown.steps).toMatchObject([{ files, sender_id: null, mail_id: null }]);
    expect(shown.pictures).toMatchObject([{ name: "Accord.jpg", is_deleted: 0 }, { name: "Jürgen's 🚗.jpg" }]);
    const { id, phone, customer_id } = await fixture.lead();
    await fixture.start(plan, id);
    await settle();
    expect(fixture.textsTo(phone)).toEqual(["Hi Renee, still looking?"]);
    const [sent, ...more] = mediaTo(phone);
    expect(more).toEqual([]);
    expect(sent?.media.map((url) => url.split("/").at(-1))).toEqual(["Accord.jpg", "Jurgen-s.jpg"]);
    for (const file of files) await manager(library.remove, { params: { id: file } });
    await manager(leadPlans.remove, { params: { id: plan } });
    app.clock.advance(25 * hourMs);
    await sweepLibrary({ ...app.jobServer, domains });
    expect((await app.pool.query("select from library_files where id = any($1)", [files])).rowCount).toBe(0);
    await signIn();
    const { chat_id } = (
      await app.pool.query("select id as chat_id from chats where customer_id = $1 and dealer_id = $2", [
        customer_id,
        dealer.dealer_id,
      ])
    ).rows[0];
    const { allMessages } = (await agent(inbox.messages, { params: { chat_id }, body: {} })).data;
    const attachments = allMessages.flatMap((message) => message.attachments);
    expect(attachments).toHaveLength(2);
    for (const { url } of attachments) expect((await get(url)).statusCode).toBe(200);
  });

  test("stay the plan's when the library's file is deleted, through edits, until nobody can get them", async () => {
    const file = await upload();
    const plan = await fixture.plan({ steps: [text, { ...later, files: [file] }] });
    const { id, phone } = await fixture.lead();
    await fixture.start(plan, id);
    await settle();
    await manager(library.remove, { params: { id: file } });
    app.clock.advance(25 * hourMs);
    await sweepLibrary({ ...app.jobServer, domains });
    await signIn();
    const shown = await one(plan);
    expect(shown.pictures).toMatchObject([{ id: file, is_deleted: 1 }]);
    // An edit keeps it, also for a step beside it; another plan can't take it.
    const [first, second] = shown.steps;
    await saved(plan, shown.revision, [first ?? {}, second ?? {}, { ...second, id: undefined }]);
    const refused = { status: 422, fields: { "steps.0.files": "A picture was deleted from the library. Remove it" } };
    const other = manager(leadPlans.add, { body: planDraft({ steps: [{ ...text, files: [file] }] }) });
    await expect(other).rejects.toMatchObject(refused);
    // Those inside finish with the old steps, after the plan's current ones lost it.
    const now = await one(plan);
    await saved(plan, now.revision, [first ?? {}], { inside: "finish" });
    await sweepLibrary({ ...app.jobServer, domains });
    app.clock.set(new Date("2026-11-23T21:00:00Z"));
    await settle();
    app.clock.advance(24 * hourMs);
    await settle();
    expect(mediaTo(phone).length).toBeGreaterThan(0);
    expect((await app.pool.query("select from library_files where id = $1", [file])).rowCount).toBe(1);
    app.clock.advance(48 * hourMs);
    await settle();
    await sweepLibrary({ ...app.jobServer, domains });
    expect((await app.pool.query("select from library_files where id = $1", [file])).rowCount).toBe(0);
  });

  test("are the location's own pictures, ten at most, and only where its number sends them", async () => {
    const elsewhere = await app.signIn(dealer.otherAgent);
    const foreign = await upload(undefined, "Theirs.jpg", elsewhere);
    const document = await upload(pdf, "Brochure.pdf");
    const add = (files: unknown) =>
      manager(leadPlans.add, { body: planDraft({ steps: [{ ...text, files: files as number[] }] }) });
    const at = (message: string) => ({ status: 422, fields: { "steps.0.files": message } });
    for (const id of [foreign, 2 ** 40, 999_999])
      await expect(add([id])).rejects.toMatchObject(at("A picture was deleted from the library. Remove it"));
    await expect(add([document])).rejects.toMatchObject(
      at("Only pictures can go with a text of a plan. Remove the document"),
    );
    await expect(add(Array.from({ length: 11 }, (_, n) => n + 1))).rejects.toMatchObject(
      at("A message can have up to 10 files"),
    );
    await expect(add(["x"])).rejects.toMatchObject({ status: 404 });
    const picture = await upload();
    await app.pool.query("update phone_numbers set sends_pictures = false where dealer_id = $1", [dealer.dealer_id]);
    await expect(add([picture])).rejects.toMatchObject(
      at("This location's number can't send pictures. Remove the picture"),
    );
    expect((await manager(leadPlans.sender)).data).toMatchObject({ number: dealer.number, sends_pictures: 0 });
  });

  test("wait while the storage is full, and leave once", async () => {
    const file = await upload();
    const plan = await fixture.plan({ steps: [{ ...text, files: [file] }] });
    const { id, phone } = await fixture.lead();
    await app.pool.query(
      "insert into quota_limits (dealer_id, bytes) values ($1, 1) on conflict (dealer_id) do update set bytes = 1",
      [dealer.dealer_id],
    );
    await fixture.start(plan, id);
    await settle();
    expect(fixture.textsTo(phone)).toEqual([]);
    expect(await fixture.people(plan)).toMatchObject([{ hold: "storage" }]);
    await app.pool.query("delete from quota_limits where dealer_id = $1", [dealer.dealer_id]);
    app.clock.advance(hourMs);
    await settle();
    await settle();
    expect(mediaTo(phone)).toHaveLength(1);
  });
});

test("a saved plan says which step is which, so that saving again changes none", async () => {
  const plan = await fixture.plan({ steps: [text] });
  const first = (await saved(plan, 1, [{ ...text, id: 1 }, later])).data;
  expect(first.steps).toEqual([
    { id: 1, mail_id: null },
    { id: 2, mail_id: null },
  ]);
  const version = async () =>
    (await app.pool.query("select version from lead_plans where id = $1 and dealer_id = $2", [plan, dealer.dealer_id]))
      .rows[0].version;
  const before = await version();
  await saved(plan, 2, [
    { ...text, id: 1 },
    { ...later, id: 2 },
  ]);
  expect(await version()).toBe(before);
});

test("a team member signs for the owner while they are at the location", async () => {
  const { id: sender_id } = (await agent(accounts.profile)).data;
  const words = "Hi %first_name%, this is %owner%";
  const steps = [
    { ...text, words, sender_id },
    { ...text, words, after: 60, sender_id },
  ];
  const plan = await fixture.plan({ steps });
  const { id, phone } = await fixture.lead();
  await fixture.start(plan, id);
  await settle();
  expect(fixture.textsTo(phone)).toEqual(["Hi Renee, this is Agent"]);
  await app.pool.query("update users set is_active = false where id = $1", [sender_id]);
  app.clock.advance(hourMs);
  await settle();
  expect(fixture.textsTo(phone).at(-1)).toBe("Hi Renee, this is the team");
  const refused = manager(leadPlans.add, { body: planDraft({ steps }) });
  await expect(refused).rejects.toMatchObject({
    fields: { "steps.0.sender_id": "This team member isn't at this location." },
  });
});

describe("an email's template", () => {
  const to = () => `${crypto.randomUUID()}@example.com`;
  const mail = { ...text, kind: "email", subject: "Your %vehicle%", words: "" } as const;
  const template = async (html: string, title = `Offer ${crypto.randomUUID()}`) =>
    (await owner(emailTemplates.add, { body: { title, template: html } })).data.id;
  const mailsTo = (address: string) => app.mails.sent.filter((sent) => sent.to === address);

  beforeEach(async () => {
    const sender = { from_name: "Sunrise", reply_to: "", postal_address: "1 Main St, Springfield, NY 10001" };
    await owner(mailSender.change, { params: { id: dealer.location_id }, body: sender });
  });

  test("is copied, and goes out as it was when the template changes or goes", async () => {
    const { url } = (await owner(mailPictures.add, { files: { picture: fileOf(await photo(90), "lot.jpg") } })).data;
    const id = await template(
      `<h1>Hi %first_name%</h1><p>See <a href="https://sunrise-motors.com/%first_name%">it</a></p><img src="${url}" alt="Lot">`,
      "Spring",
    );
    const plan = await fixture.plan({ steps: [{ ...mail, template_id: id }] });
    const shown = await one(plan);
    const mail_id = shown.steps[0]?.mail_id ?? 0;
    expect(shown.mails).toEqual([{ id: mail_id, title: "Spring" }]);
    expect((await agent(leadPlans.mail, { params: { mail_id } })).data.html).toContain("Hi %first_name%");
    await owner(emailTemplates.remove, { params: { id } });
    const address = to();
    const lead = await fixture.lead({ email: address, first_name: "Zoë <b>", last_name: "" });
    await fixture.start(plan, lead.id);
    await settle();
    const [sent, ...more] = mailsTo(address);
    expect(more).toEqual([]);
    expect(sent?.subject).toBe("Your 2021 Honda Accord");
    expect(sent?.html).toContain("Hi Zoë &lt;b&gt;");
    expect(sent?.html).toContain(url);
    expect(sent?.html).not.toMatch(/%%|%first_name%/);
    expect(sent?.html).toContain("1 Main St, Springfield, NY 10001");
    expect(sent?.text).toContain("Unsubscribe: ");
    // Its picture stays, because who got the email sees it.
    const kept = await app.pool.query("select is_kept from marketing_images where dealer_id = $1", [dealer.dealer_id]);
    expect(kept.rows).toEqual([{ is_kept: 1 }]);
    // An edit keeps the copy; a new step can have it, too.
    const again = (
      await saved(plan, shown.revision, [{ ...shown.steps[0] }, { ...mail, day: 3, minute: 600, mail_id }])
    ).data;
    expect(again.steps.map((step) => step.mail_id)).toEqual([mail_id, mail_id]);
  });

  test("fills missing values in as campaigns do", async () => {
    const id = await template("<p>Hi %first_name%, %company_email|write%</p>");
    const plan = await fixture.plan({ steps: [{ ...mail, subject: "News", template_id: id }] });
    const address = to();
    const lead = await fixture.lead({ email: address, first_name: "", last_name: "Moss" });
    await fixture.start(plan, lead.id);
    await settle();
    expect(mailsTo(address)[0]?.html).toMatch(/Hi there, |Hi Moss/);
  });

  test("must be there, finished, and the location's own", async () => {
    const add = (step: object) =>
      manager(leadPlans.add, { body: planDraft({ steps: [{ ...mail, ...step }] as never }) });
    const unfinished = await template("<p>Hi [Your name]</p>", "Draft");
    await expect(add({ template_id: unfinished })).rejects.toMatchObject({
      fields: { "steps.0.template_id": "“Draft” isn't finished: Replace “[Your name]” with your own words" },
    });
    await expect(add({ template_id: 999_999 })).rejects.toMatchObject({
      fields: { "steps.0.template_id": "This template was deleted. Choose another one" },
    });
    await expect(add({ mail_id: 999_999 })).rejects.toMatchObject({
      fields: { "steps.0.template_id": "This email doesn't exist anymore. Choose a template" },
    });
    await expect(add({ template_id: unfinished, subject: "" })).rejects.toMatchObject({
      fields: { "steps.0.subject": "Enter a subject" },
    });
    await expect(add({})).rejects.toMatchObject({ fields: { "steps.0.words": "Enter a message" } });
    const other = await app.dealership();
    const theirs = await app.signIn(other.owner);
    const { id } = (await theirs(emailTemplates.add, { body: { title: "Theirs", template: "<p>Hi</p>" } })).data;
    await expect(add({ template_id: id })).rejects.toMatchObject({ status: 422 });
    const plan = await fixture.plan({ steps: [{ ...mail, template_id: await template("<p>Hi</p>") }] });
    const mail_id = (await one(plan)).steps[0]?.mail_id ?? 0;
    await expect(theirs(leadPlans.mail, { params: { mail_id } })).rejects.toMatchObject({ status: 404 });
  });
});
