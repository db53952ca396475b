import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { type Dealership, freshPhone, password } from "#testing/dealership.ts";
import {
  completeDraft,
  registeringBusiness,
  saveDraft,
  submitDraft,
} from "#testing/registration/registeringBusiness.ts";
import { createScriptedRegistrar, seen } from "#testing/registration/scriptedRegistrar.ts";
import { startTestApp } from "#testing/testApp.ts";
import { textRegistration } from "./contract.ts";
import { statusOf } from "./rules.ts";

const registrar = createScriptedRegistrar();
const app = await startTestApp({ registrar });
afterAll(() => app.close());
let dealer: Dealership;
let owner: Caller;

beforeEach(async () => {
  registrar.reviews.clear();
  app.jobs.queued.splice(0);
  ({ dealer, owner } = await registeringBusiness(app));
});

const overview = async () => (await owner(textRegistration.overview)).data;
const draft = (change: object) => ({ ...completeDraft, ...change }) as never;

test("a draft is saved over the version that it was made from, and over no newer one", async () => {
  const version = await saveDraft(owner);
  await expect(
    owner(textRegistration.saveDraft, { body: draft({ version: version - 1, legal_name: "Other" }) }),
  ).rejects.toMatchObject({ status: 409 });
  expect((await overview()).profile).toMatchObject({ version, legal_name: completeDraft.legal_name });
});

test("a first draft begins with the business's name and its owner, who may empty it", async () => {
  const { rows } = await app.pool.query(
    `select d.business_name as brand_name, u.first_name, u.last_name, u.email as representative_email, u.phone
     from dealers d join users u on u.dealer_id = d.id and u.email = $2 where d.id = $1`,
    [dealer.dealer_id, dealer.owner],
  );
  expect((await overview()).profile).toMatchObject({ ...rows[0], legal_name: "", version: 0, saved_at: null });
  await saveDraft(owner, { first_name: "", phone: "" });
  expect((await overview()).profile).toMatchObject({ first_name: "", phone: "" });
});

test("a tax number is kept when it is left out, and shown by its last four digits", async () => {
  await saveDraft(owner);
  await saveDraft(owner, { ein: undefined });
  const { profile } = await overview();
  expect(profile).toMatchObject({ ein_last4: "4821", ein_problem: "" });
  expect(profile).not.toHaveProperty("ein");
});

test.each([
  ["ein", "ninety-five 1274821", "Enter nine digits, as in 12-3456789"],
  ["ein", "00-0000000", "This isn’t an EIN. Copy its nine digits from your IRS letter."],
  ["ein", "12-345", "Enter nine digits, as in 12-3456789"],
  ["ein", "11-1111111", "This isn’t an EIN. Copy its nine digits from your IRS letter."],
  ["zip", "9176", "Enter a ZIP code"],
  ["website", "https://user:secret@example.com", expect.any(String)],
  ["website", "javascript:alert(1)", "Enter an address such as https://example.com"],
  ["phone", "911", expect.any(String)],
  ["business_type", "empire", "Select a business type"],
  ["samples", Array(6).fill("Harbor Auto"), "Enter up to five samples"],
])("%s %s is refused at its field", async (field, value, message) => {
  const body = draft({ version: 0, [field]: value });
  await expect(owner(textRegistration.saveDraft, { body })).rejects.toMatchObject({
    status: 422,
    fields: { [field]: message },
  });
});

test.each(["95-1274821", "951274821", " 95 – 127 4821 ", "95  1274821", "95.127.4821"])(
  "a tax number is taken as it is pasted: %s",
  async (ein) => {
    await saveDraft(owner, { ein });
    expect((await overview()).profile).toMatchObject({ ein_last4: "4821", ein_problem: "" });
  },
);

test("signs that nobody sees don't reach reviewers, and a way to agree counts once", async () => {
  const samples = [`\u200bHarbor Auto:\u202e Hi [first name]. Reply STOP to opt out.\ufeff`, completeDraft.samples[1]];
  await saveDraft(owner, { samples, opt_in_ways: ["website", "website", "phone"], street: "12 Pier\u200e St" });
  expect((await overview()).profile).toMatchObject({
    samples: ["Harbor Auto: Hi [first name]. Reply STOP to opt out.", completeDraft.samples[1]],
    opt_in_ways: ["website", "phone"],
    street: "12 Pier St",
  });
});

test("everybody on the staff sees how far the registration is, and nothing of its answers", async () => {
  await saveDraft(owner);
  const agent = await app.signIn(dealer.agent);
  await expect(agent(textRegistration.overview)).rejects.toMatchObject({ status: 403 });
  const progress = async () => (await agent(textRegistration.progress)).data;
  expect(await progress()).toEqual({ head: "not_started", registered: 0, all: 2 });
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("refused"));
  await submitDraft(owner);
  await app.jobs.runAll();
  expect(await progress()).toMatchObject({
    head: statusOf((await overview()).registrations, (await overview()).numbers).head,
  });
  await app.pool.query("update phone_numbers set registration = 'registered' where dealer_id = $1", [dealer.dealer_id]);
  await app.pool.query("delete from carrier_registrations where dealer_id = $1", [dealer.dealer_id]);
  expect(await progress()).toEqual({ head: "registered", registered: 2, all: 2 });
});

test.each([
  ["named", "Welcome to HARBOR  AUTO!"],
  ["unnamed", "Harbor Automobiles"],
  ["unreachable", undefined],
])("a website is %s when it says %s", async (result, words) => {
  const { website, brand_name } = completeDraft;
  await saveDraft(owner);
  app.websites.pages.clear();
  if (words !== undefined) app.websites.pages.set(website, words);
  expect((await owner(textRegistration.checkWebsite, { body: { website, brand_name } })).data).toEqual({
    website,
    result,
  });
  expect((await overview()).profile).toMatchObject({ website_checked: website, website_result: result });
});

test("what reviewers would refuse isn't submitted, nor without the password", async () => {
  const version = await saveDraft(owner, {
    samples: ["Your car is ready. Come and see us.", completeDraft.samples[0]],
  });
  const submit = (secret: string) => owner(textRegistration.submit, { body: { version, password: secret } });
  await expect(submit("Wrong-password-1")).rejects.toMatchObject({
    status: 422,
    fields: { password: "Incorrect password" },
  });
  await expect(submit(password)).rejects.toMatchObject({ status: 422, message: "2 items to fix first" });
  expect((await overview()).registrations).toEqual([]);
});

test("a number that is bought after the approval joins right away", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await submitDraft(owner);
  const pass = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 5) {
      app.clock.advance(5_000);
      await app.jobs.runAll();
    }
  };
  await pass(600);
  await owner(locations.store, {
    body: { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" },
  });
  const operator = await app.signIn((await app.operator()).email);
  const selectedNumber = freshPhone();
  await operator(clients.buyNumber, { body: { dealerId: dealer.dealer_id, selectedNumber } });
  await pass(120);
  const { numbers } = await overview();
  expect(numbers.map(({ registration }) => registration)).toEqual(["registered", "registered", "registered"]);
});
