import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { CallError, type Caller } from "#core/client.ts";
import { formatPhone } from "#core/phone.ts";
import { clients } from "#domains/admin/clients/contract.ts";
import { logs } from "#domains/admin/records/contract.ts";
import { locations } from "#domains/locations/contract.ts";
import { ensurePlatformNumber, platformSender } from "#domains/locations/server/public.ts";
import { addColleague } from "#testing/accounts/addColleague.ts";
import { addOperator, type Dealership, freshPhone, password } from "#testing/dealership.ts";
import {
  completeDraft,
  registeringBusiness,
  saveDraft,
  submitDraft,
  taxNumber,
} from "#testing/registration/registeringBusiness.ts";
import { createScriptedRegistrar, seen } from "#testing/registration/scriptedRegistrar.ts";
import { setRegistration } from "#testing/registration/setRegistration.ts";
import { startTestApp } from "#testing/testApp.ts";
import { type SavedProfile, textRegistration } from "../contract.ts";
import { reviewOf } from "../review/rules.ts";
import { recordEvent } from "../server/news.ts";
import { clientRegistrations, platformRegistration, type QueuePart } from "./contract.ts";

// Without a pause, what earlier tests left delays nothing.
const registrar = Object.assign(createScriptedRegistrar(), { pause: 0 });
const app = await startTestApp({ registrar });
afterAll(() => app.close());
let operator: Caller;
let operatorEmail: string;
let dealer: Dealership;
let owner: Caller;

beforeAll(async () => {
  const { email } = await app.server.within.control("test", addOperator);
  operatorEmail = email;
  operator = await app.signIn(email);
});

beforeEach(async () => {
  registrar.numberResult = { kind: "seen", state: "registered" };
  registrar.reviews.clear();
  registrar.faults.splice(0);
  ({ dealer, owner } = await registeringBusiness(app));
});

const refusalOf = async (call: Promise<unknown>) => {
  const error = await call.then(
    () => undefined,
    (failure: unknown) => failure,
  );
  if (!(error instanceof CallError)) throw new Error(`Not refused: ${error}`);
  return { status: error.status, fields: error.fields, message: error.message };
};

const queue = async (part: QueuePart, more: object = {}) =>
  (await operator(clientRegistrations.table, { body: { part, client_id: dealer.dealer_id, ...more } })).data;
const states = async (part: QueuePart) => (await queue(part)).map(({ kind, state }) => `${kind} ${state}`);
const page = async (id = dealer.dealer_id) => (await operator(clientRegistrations.one, { params: { id } })).data;
const versionOf = async () => (await page()).overview.profile.version;
const registrationOf = async (kind: string) => {
  const found = (await page()).overview.registrations.find((one) => one.kind === kind);
  if (!found) throw new Error(`No ${kind}`);
  return found;
};

/** Lets carriers look at what is due, minute by minute. */
async function pass(minutes: number) {
  for (let minute = 0; minute < minutes; minute += 1) {
    app.clock.advance(60_000);
    await app.jobs.runAll();
  }
}

async function trail() {
  const { data } = await operator(logs.table, { body: { client_id: dealer.dealer_id } });
  return data.map(({ message }) => message).join("\n");
}

test("the queue moves a client from not started to the carriers, to do and done, with its counts", async () => {
  const before = (await operator(clientRegistrations.counts)).data;
  expect(await states("not_started")).toEqual(["business not_started"]);
  await submitDraft(owner);
  expect(await states("not_started")).toEqual([]);
  expect(await states("with_carriers")).toEqual(["business submitting"]);
  registrar.reviews.set("business", seen("refused", { problems: [{ code: "30882", field: "terms" }] }));
  await pass(12);
  const [refused] = await queue("to_do");
  const { id } = await registrationOf("business");
  expect(refused).toMatchObject({ state: "refused", reference: `rooftop-${dealer.dealer_id}-${id}`, number: "" });
  expect(refused?.problems).toEqual([{ code: "30882", field: "terms" }]);
  expect(Date.parse(refused?.since ?? "")).toBeLessThanOrEqual(app.clock.now().getTime());
  const after = (await operator(clientRegistrations.counts)).data;
  expect(after.to_do).toBe(before.to_do + 1);
  expect(after.not_started).toBe(before.not_started - 1);
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  const params = { id: dealer.dealer_id, registration_id: id };
  await operator(clientRegistrations.resubmit, { params, body: { version: await versionOf(), password } });
  await pass(30);
  expect(await states("done")).toEqual(["business approved", "campaign approved"]);
  expect(await states("to_do")).toEqual([]);
});

test("the search finds a client by its name", async () => {
  const [row] = await queue("not_started");
  const found = await queue("not_started", { client_id: undefined, search: { value: row?.client ?? "" } });
  expect(found.map(({ dealer_id }) => dealer_id)).toEqual([dealer.dealer_id]);
  expect(await queue("not_started", { search: { value: "no such client" } })).toEqual([]);
});

test("the operator submits on behalf with the own password, and history and trail say so", async () => {
  await saveDraft(owner);
  const submit = async (typed: string) =>
    operator(clientRegistrations.submit, {
      params: { id: dealer.dealer_id },
      body: { version: await versionOf(), password: typed },
    });
  expect(await refusalOf(submit("Wrong-password-1"))).toMatchObject({ fields: { password: "Incorrect password" } });
  expect((await page()).overview.registrations).toEqual([]);
  await submit(password);
  await submit(password);
  const { overview } = await page();
  expect(overview.registrations.map(({ kind }) => kind)).toEqual(["business", "campaign"]);
  expect(overview.history).toHaveLength(1);
  expect(overview.history[0]).toMatchObject({ what: "submitted", fee_cents: 1_950 });
  expect(overview.history[0]?.by).not.toBe("");
  expect((await owner(textRegistration.overview)).data.history[0]?.by).toBe("Rooftop");
  const text = await trail();
  expect(text.match(/submitted as the operator/g)).toHaveLength(1);
  expect(text).not.toContain(taxNumber);
  expect(JSON.stringify(overview)).not.toContain(taxNumber);
  await pass(5);
  expect((await page()).steps).toMatchObject([{ step: "profile" }, { step: "representative" }, { step: "brand" }]);
  expect((await page()).steps.every(({ sid, state }) => sid !== "" && state === "done")).toBe(true);
});

test("what carriers refuse for certain isn't submitted on behalf", async () => {
  await saveDraft(owner, { legal_name: "" });
  const body = { version: await versionOf(), password };
  const call = operator(clientRegistrations.submit, { params: { id: dealer.dealer_id }, body });
  expect(await refusalOf(call)).toMatchObject({ status: 422, fields: { legal_name: "Fix this first" } });
});

const terms = {
  business: "4.50",
  campaign: "15",
  monthly: "$1.50",
  toll_free: "0",
  resubmit: "0",
  daily_segments: 2_000,
  blocks_replies: 0,
} as const;

/** A toll-free number that the carrier sold to the client. */
async function tollFreeNumber(): Promise<string> {
  const number = `+1888${freshPhone().slice(5)}`;
  await app.pool.query(
    `insert into phone_numbers (number, dealer_id, location_id, provider, provider_sid, kind, registration)
     values ($1, $2, $3, 'scripted', 'PN' || md5($1), 'tracking', 'missing')`,
    [number, dealer.dealer_id, dealer.location_id],
  );
  return number;
}

test("the operator verifies a toll-free number on behalf, and again once it was refused", async () => {
  await operator(clientRegistrations.saveTerms, { body: { ...terms, toll_free: "2", resubmit: "3" } });
  const number = await tollFreeNumber();
  await saveDraft(owner, { business_type: "sole_proprietor" });
  const params = { id: dealer.dealer_id };
  const verify = async (body: object = {}) =>
    operator(clientRegistrations.verifyTollFree, {
      params,
      body: { number, version: await versionOf(), password, ...body },
    });
  expect(await refusalOf(verify({ password: "Wrong-password-1" }))).toMatchObject({
    fields: { password: "Incorrect password" },
  });
  for (const other of [dealer.number, "+18885550123"])
    expect(await refusalOf(verify({ number: other }))).toMatchObject({
      fields: { number: "Select a toll-free number of this business" },
    });
  expect((await page()).overview.registrations).toEqual([]);
  await verify();
  await verify();
  const registration = await registrationOf("toll_free");
  expect(registration).toMatchObject({ number, round: 1 });
  registrar.reviews.set("toll_free", seen("refused", { problems: [{ code: "30513", field: "message_flow" }] }));
  await pass(12);
  expect(await states("to_do")).toEqual(["toll_free refused"]);
  registrar.reviews.set("toll_free", seen("approved"));
  const again = { id: dealer.dealer_id, registration_id: registration.id };
  await operator(clientRegistrations.resubmit, { params: again, body: { version: await versionOf(), password } });
  await pass(12);
  const { overview } = await page();
  expect(overview.registrations).toMatchObject([{ kind: "toll_free", state: "approved", round: 2 }]);
  expect(overview.numbers).toContainEqual(expect.objectContaining({ number, registration: "registered" }));
  const charged = overview.history
    .filter(({ kind }) => kind === "toll_free")
    .map(({ what, fee_cents }) => [what, fee_cents]);
  expect(charged.filter(([, fee]) => fee !== 0).reverse()).toEqual([
    ["submitted", 200],
    ["resubmitted", 300],
  ]);
  const seenByOwner = (await owner(textRegistration.overview)).data.history;
  expect(seenByOwner.find(({ what }) => what === "submitted")).toMatchObject({ by: "Rooftop", number });
  const text = await trail();
  expect(text.match(/ submitted as the operator/g)).toHaveLength(1);
  expect(text.match(/resubmitted as the operator/g)).toHaveLength(1);
  await operator(clientRegistrations.saveTerms, { body: terms });
});

test("a toll-free number isn't verified on behalf before its answers are complete", async () => {
  const number = await tollFreeNumber();
  await saveDraft(owner, { legal_name: "" });
  const body = { number, version: await versionOf(), password };
  const call = operator(clientRegistrations.verifyTollFree, { params: { id: dealer.dealer_id }, body });
  expect(await refusalOf(call)).toMatchObject({ status: 422, fields: { legal_name: "Fix this first" } });
  const other = operator(clientRegistrations.verifyTollFree, { params: { id: 999_999_999 }, body });
  expect(await refusalOf(other)).toMatchObject({ status: 404 });
});

test("what stopped is taken up again, and nothing that the carrier has is made twice", async () => {
  registrar.faults.push(undefined, ...Array(5).fill("lost before"));
  await submitDraft(owner);
  await pass(40);
  const stuck = await registrationOf("business");
  expect(stuck.state).toBe("stuck");
  const params = { id: dealer.dealer_id, registration_id: stuck.id };
  expect(await refusalOf(operator(clientRegistrations.lookAgain, { params }))).toMatchObject({ status: 409 });
  await operator(clientRegistrations.takeUp, { params });
  expect(await refusalOf(operator(clientRegistrations.takeUp, { params }))).toMatchObject({ status: 409 });
  await pass(10);
  expect((await registrationOf("business")).state).toBe("in_review");
  const made = registrar.made.filter((one) => one.startsWith(`rooftop-${dealer.dealer_id}-`));
  expect(made.map((one) => one.split(" ").at(-1))).toEqual(["profile", "representative", "brand"]);
  const { history } = (await page()).overview;
  expect(history.map(({ what }) => what)).toEqual(["in_review", "taken_up", "stuck", "submitted"]);
  expect(await trail()).toContain("took up again");
});

test("the carrier is asked now, not while a request is on its way", async () => {
  await submitDraft(owner);
  await pass(5);
  const { id } = await registrationOf("business");
  const params = { id: dealer.dealer_id, registration_id: id };
  registrar.reviews.set("business", seen("approved"));
  await operator(clientRegistrations.lookAgain, { params });
  await pass(1);
  expect((await registrationOf("business")).state).toBe("approved");
  const missing = { id: dealer.dealer_id, registration_id: 999_999_999 };
  expect(await refusalOf(operator(clientRegistrations.lookAgain, { params: missing }))).toMatchObject({ status: 404 });

  const { dealer: other, owner: otherOwner } = await registeringBusiness(app);
  registrar.faults.push("lost before");
  await submitDraft(otherOwner);
  await app.jobs.runAll();
  const [business] = (await page(other.dealer_id)).overview.registrations;
  const call = operator(clientRegistrations.lookAgain, {
    params: { id: other.dealer_id, registration_id: business?.id ?? 0 },
  });
  expect(await refusalOf(call)).toMatchObject({ status: 409, message: /on its way/ });
});

test("the list of clients says how far each is, and narrows by it", async () => {
  const listed = async (registration: string) => {
    const body = { registration, length: 500 } as never;
    const { data } = await operator(clients.table, { body });
    return data.find(({ id }) => id === dealer.dealer_id)?.registration;
  };
  expect(await listed("")).toBe("not_started");
  expect(await listed("registered")).toBeUndefined();
  await submitDraft(owner);
  expect(await listed("with_carriers")).toBe("with_carriers");
  registrar.reviews.set("business", seen("suspended"));
  await pass(12);
  expect(await listed("to_do")).toBe("to_do");
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await pass(420);
  expect(await listed("registered")).toBe("registered");
});

test("fees are given in dollars and shown to owners, each change in the trail", async () => {
  const saveTerms = (change: object) => operator(clientRegistrations.saveTerms, { body: { ...terms, ...change } });
  const { data } = await saveTerms({ resubmit: "10.05", toll_free: "2", blocks_replies: 1, daily_segments: 1_000 });
  expect(data).toMatchObject({ business_cents: 450, campaign_cents: 1_500, resubmit_cents: 1_005, blocks_replies: 1 });
  expect((await operator(clientRegistrations.terms)).data).toEqual(data);
  const overview = (await owner(textRegistration.overview)).data;
  expect(overview.fees).toMatchObject({ resubmit_cents: 1_005, toll_free_cents: 200 });
  expect(overview.blocks_replies).toBe(1);
  const all = (await operator(logs.table, { body: { search: { value: "registration fees" } } })).data;
  expect(all[0]?.message).toContain("resubmit cents: 1005");
  for (const wrong of ["", "free", "-1", "1.234", "1e3", "1000000"])
    expect(await refusalOf(saveTerms({ business: wrong }))).toMatchObject({
      fields: { business: "Enter dollars, as in 4.50" },
    });
  expect((await refusalOf(saveTerms({ daily_segments: 0 }))).fields).toHaveProperty("daily_segments");
  await saveTerms({});
});

/** A location without a number. */
async function freeLocation(): Promise<number> {
  const place = { title: "Harbor", address: "2 Pier St", city: "", state: "", postal_code: "" };
  await owner(locations.store, { body: place });
  return (await page()).free_locations.find(({ title }) => title === "Harbor")?.id ?? 0;
}

test.each([
  ["registered", "registered"],
  ["missing", "missing"],
  ["joining", "missing"],
] as const)("a number that the account owns and carriers call %s becomes %s", async (state, becomes) => {
  registrar.numberResult = { kind: "seen", state };
  const number = freshPhone();
  app.sms.numbers.owned.set(number, `PN-${number}`);
  const location_id = await freeLocation();
  const add = (typed: string) =>
    operator(clientRegistrations.addNumber, {
      params: { id: dealer.dealer_id },
      body: { location_id, number: typed },
    });
  const typed = number.replace(/^\+1(\d{3})(\d{3})(\d{4})$/, "($1) $2-$3");
  app.sms.numbers.refuse(1);
  expect(await refusalOf(add(typed))).toMatchObject({
    status: 503,
    message: expect.stringContaining("couldn’t route this number"),
  });
  expect((await page()).overview.numbers).toHaveLength(2);
  expect((await add(typed)).data).toEqual({ number, registration: becomes });
  expect(app.sms.numbers.takenOver).toContain(`PN-${number}`);
  const { overview, free_locations } = await page();
  expect(overview.numbers).toContainEqual(expect.objectContaining({ number, registration: becomes, kind: "main" }));
  expect(free_locations).toEqual([]);
  expect(await trail()).toContain("added as the operator");
  expect(await refusalOf(add(number))).toMatchObject({ fields: { number: "This number is already in use." } });
});

test("a number that isn't ours, that nobody can tell about, or that has no place is refused", async () => {
  const location_id = await freeLocation();
  const number = freshPhone();
  const add = (body: object = {}, id = dealer.dealer_id) =>
    operator(clientRegistrations.addNumber, { params: { id }, body: { location_id, number, ...body } });
  expect(await refusalOf(add())).toMatchObject({ fields: { number: expect.stringContaining("isn’t in your") } });
  app.sms.numbers.ownNext({ kind: "unclear", why: "timeout" });
  expect(await refusalOf(add())).toMatchObject({ status: 503 });
  expect(await refusalOf(add({ number: "12" }))).toMatchObject({ fields: { number: "Enter a US phone number" } });
  app.sms.numbers.owned.set(number, "PN-1");
  expect(await refusalOf(add({ location_id: dealer.location_id }))).toMatchObject({
    fields: { location_id: "This location already has a number." },
  });
  const { dealer: other } = await registeringBusiness(app);
  expect(await refusalOf(add({ location_id: other.location_id }))).toMatchObject({ status: 404 });
  expect(await refusalOf(add({ number: other.number }))).toMatchObject({
    fields: { number: "This number is already in use." },
  });
  expect((await page()).overview.numbers).toHaveLength(2);
});

test("a number that joins an approved campaign is taken up at its next look", async () => {
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  await submitDraft(owner);
  await pass(30);
  registrar.numberResult = { kind: "seen", state: "missing" };
  const number = freshPhone();
  app.sms.numbers.owned.set(number, `PN-${number}`);
  const body = { location_id: await freeLocation(), number };
  await operator(clientRegistrations.addNumber, { params: { id: dealer.dealer_id }, body });
  registrar.numberResult = { kind: "seen", state: "registered" };
  await pass(3);
  const added = (await page()).overview.numbers.find((one) => one.number === number);
  expect(added?.registration).toBe("registered");
});

test("the platform gets its first number from those that the account owns, once", async () => {
  const number = freshPhone();
  const add = (typed: string) => operator(platformRegistration.addNumber, { body: { number: typed } });
  registrar.numberResult = { kind: "seen", state: "missing" };
  expect(await refusalOf(add("12"))).toMatchObject({ fields: { number: "Enter a US phone number" } });
  expect(await refusalOf(add(number))).toMatchObject({ fields: { number: expect.stringContaining("isn’t in your") } });
  app.sms.numbers.owned.set(number, `PN-${number}`).set(dealer.number, "PN-1");
  expect(await refusalOf(add(dealer.number))).toMatchObject({ fields: { number: "This number is already in use." } });
  expect((await operator(platformRegistration.overview)).data.numbers).toEqual([]);
  expect((await add(number)).data).toEqual({ number, registration: "missing" });
  expect(await refusalOf(add(freshPhone()))).toMatchObject({ status: 409 });
  const { numbers } = (await operator(platformRegistration.overview)).data;
  expect(numbers).toMatchObject([{ number, registration: "missing", kind: "main" }]);
  const { data } = await operator(logs.table, { body: { search: { value: "phone number" } } });
  expect(data[0]?.message).toContain("added");
  // As long as carriers block it, a business's codes leave from its own number.
  await setRegistration(app, dealer, "registered");
  const sender = () =>
    app.server.within.cellOf.read({ dealer_id: dealer.dealer_id }, "test", (db) =>
      platformSender(db, dealer.dealer_id),
    );
  expect(await sender()).toMatchObject({ number: dealer.number });
  await setRegistration(app, { dealer_id: 0, number }, "registered");
  expect(await sender()).toMatchObject({ number });
  await app.pool.query("delete from phone_numbers where dealer_id = 0");
});

test("the platform's own number is registered like an owner's", async () => {
  const number = freshPhone();
  await app.server.within.control("test", (unit) => ensurePlatformNumber(unit, number, "scripted"));
  app.sms.numbers.owned.set(number, `PN-${number}`);
  registrar.numberResult = { kind: "seen", state: "missing" };
  const { version } = (await operator(platformRegistration.overview)).data.profile;
  const draft = { ...completeDraft, ein: "95-1274821", version } as never;
  const saved = (await operator(platformRegistration.saveDraft, { body: draft })).data;
  expect(saved).toMatchObject({ ein_last4: "4821", legal_name: completeDraft.legal_name });
  const { data } = await operator(platformRegistration.suggestions, {
    body: { opt_in_ways: [], brand_name: "Rooftop" },
  });
  expect(data.samples.length).toBeGreaterThan(1);
  await operator(platformRegistration.submit, { body: { version: saved.version, password } });
  registrar.reviews.set("business", seen("approved")).set("campaign", seen("approved"));
  registrar.numberResult = { kind: "seen", state: "registered" };
  await pass(30);
  const overview = (await operator(platformRegistration.overview)).data;
  expect(overview.registrations.map(({ state }) => state)).toEqual(["approved", "approved"]);
  expect(overview.numbers).toMatchObject([{ number, registration: "registered" }]);
  expect(JSON.stringify(overview)).not.toContain(taxNumber);
  const mails = app.mails.sent.filter(({ to }) => to === operatorEmail);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your business is registered",
    "Carriers approved your texts",
    `${formatPhone(number)} can text`,
  ]);
  for (const { text } of mails) expect(text).toContain(`${app.server.publicUrl}/admin/registrations/platform`);
});

test("of the platform's registration hear all operators who may sign in, and no client", async () => {
  const other = await addColleague(app, operatorEmail, "second");
  const former = await addColleague(app, operatorEmail, "former", true);
  app.mails.sent.splice(0);
  await app.server.within.control("test", (unit) =>
    recordEvent(unit, { dealer_id: 0 }, { kind: "campaign", what: "refused" }),
  );
  await app.jobs.runAll();
  expect(app.mails.sent.map(({ to }) => to).sort()).toEqual([operatorEmail, other].sort());
  expect(app.mails.sent.map(({ to }) => to)).not.toContain(former);
  const rang = await app.pool.query("select from notifications where dealer_id = 0");
  expect(rang.rowCount).toBe(0);
});

test("a bought number asks to be registered before it texts", async () => {
  await freeLocation();
  const body = { selectedNumber: freshPhone(), dealerId: dealer.dealer_id };
  const { message } = await operator(clients.buyNumber, { body });
  expect(message).toMatch(/ was bought for Harbor\. Register it before you text\.$/);
});

test("browsers at the location hear when its number's registration changes", async () => {
  await setRegistration(app, dealer, "registered");
  const { dealer_id, location_id } = dealer;
  const heard = app.events.inRoom({ kind: "location", dealer_id, location_id });
  expect(heard.map(({ event }) => event)).toContain("location-number-changed");
});

test("the platform's own answers are about codes, and reviewers find nothing to refuse in them", async () => {
  const body = { opt_in_ways: ["website"] as const, brand_name: "Rooftop" } as never;
  const suggested = (await operator(platformRegistration.suggestions, { body })).data;
  expect(suggested.message_flow).toContain("/login");
  expect(suggested.samples.every((sample) => sample.includes("is your Rooftop code"))).toBe(true);
  const own = { ...completeDraft, ...suggested, brand_name: "Rooftop", ein_last4: "4821" } as unknown as SavedProfile;
  const { refused, maybe } = reviewOf(own);
  expect([...refused, ...maybe].filter(({ step }) => step === "messages")).toEqual([]);
});
