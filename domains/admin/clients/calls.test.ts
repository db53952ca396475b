import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { type ClientDraft, clients, type SincePeriod } from "./contract.ts";

let app: TestApp;
let operator: Caller;
let dealer: Dealership;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
  dealer = await app.dealership();
});
afterAll(() => app.close());

const pixelBase64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
const onePixel = `data:image/png;base64,${pixelBase64}`;

let count = 0;
function draft(more: Partial<ClientDraft> = {}) {
  count += 1;
  return {
    first_name: "Ana",
    last_name: "Diaz",
    business_name: `Diaz Motors ${count}`,
    phone: "(909)555-0142",
    email: `Ana.${count}@Diaz.example.com`,
    password: "Harbor-lights-7",
    zip: "92401",
    title: "Downtown",
    address: "100 Main St",
    address_2: "Unit 2",
    city: "Denver",
    state: "Colorado",
    country: "Mars",
    postal_code: "80205",
    industry_id: 2,
    feature_id: 3,
    ...more,
  };
}

const table = async (filterBy: SincePeriod, more: object = {}) =>
  operator(clients.table, { body: { filterBy, length: 100, ...more } });
const one = async (id: number) => (await operator(clients.one, { params: { id } })).data;

describe("a new client", () => {
  test("gets an owner, a location with a time zone, and a 30-day trial", async () => {
    const body = draft();
    const { status, message, data } = await operator(clients.add, { body });
    expect({ status, message }).toEqual({ status: "success", message: "Client added successfully" });
    expect(data).toEqual({
      location_id: expect.any(Number),
      location_address: "100 Main St, Unit 2, Denver, CO 80205",
    });
    const { rows } = await app.pool.query(
      `select d.business_name, d.email, d.phone, d.zip, d.industry_id, d.feature_id, u.user_type, u.first_name, u.phone as own_phone,
         l.title, l.state, l.country, l.time_zone, l.phone_no_request, (d.trial_ends_at - $2::timestamptz)::text as trial
       from locations l join dealers d on d.id = l.dealer_id join users u on u.dealer_id = d.id where l.id = $1`,
      [data.location_id, app.clock.now()],
    );
    expect(rows).toEqual([
      {
        business_name: body.business_name,
        email: body.email.toLowerCase(),
        phone: "+19095550142",
        zip: "92401",
        industry_id: 2,
        feature_id: 3,
        user_type: "dealer",
        first_name: "Ana",
        own_phone: "+19095550142",
        title: "Downtown",
        state: "CO",
        country: "US",
        time_zone: "America/Denver",
        phone_no_request: 0,
        trial: "30 days",
      },
    ]);
  });

  test("signs in with the typed password, must change it, and lands in the location", async () => {
    const { email, password } = draft();
    await operator(clients.add, { body: draft({ email, password }) });
    const login = await app.anyone(accounts.login, { body: { email, password, remember_me: 0 } });
    const home = { login_status: "okay", user_type: "dealer", location: "Downtown" };
    expect(login.data).toMatchObject({ ...home, must_change_password: true });
  });

  test("needs neither choices nor a password confirmation; unknown choices are ignored", async () => {
    const { data } = await operator(clients.add, { body: draft({ industry_id: 999, feature_id: undefined }) });
    const { rows } = await app.pool.query(
      "select industry_id, feature_id from dealers d join locations l on l.dealer_id = d.id where l.id = $1",
      [data.location_id],
    );
    expect(rows).toEqual([{ industry_id: null, feature_id: null }]);
  });
});

describe("the table", () => {
  test("shows a client with numbers, texts, prices and customers", async () => {
    const agent = await app.signIn(dealer.agent);
    const { id: customer_id, phone } = await addCustomer(agent);
    await agent(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
    await app.jobs.runAll();
    const text = { from: phone, to: dealer.number, body: "Hi", media: [], carrierAnsweredOptOut: false };
    for (const sid of ["SM1", "SM2"]) await app.sms.listener.onInboundText({ ...text, sid });
    const { data } = await table("all");
    expect(data.find(({ id }) => id === dealer.dealer_id)).toEqual({
      id: dealer.dealer_id,
      user_id: expect.any(Number),
      first_name: "Owner",
      last_name: "Tester",
      email: dealer.owner,
      email_proved_at: expect.stringMatching(/Z$/),
      is_sample: 0,
      company: expect.stringMatching(/^Dealer /),
      address: "1 Main St, Springfield, NY 10001",
      user_image: null,
      phone: expect.stringMatching(/^\+1/),
      phone_no: dealer.number,
      phone_no_request: 1,
      total_locations: 2,
      inbound_sms: 2,
      inbound_sms_price: "0.02",
      outbound_sms: 1,
      outbound_sms_price: "0.01",
      campaign_sms: 0,
      campaign_emails: 0,
      total_customers: 1,
      registration: "",
      created_at: expect.stringMatching(/Z$/),
    });
    expect(data.map(({ id }) => id)).not.toContain(0);
  });

  test("links the owner's picture, in the row and on the client's page", async () => {
    const owner = await app.signIn(dealer.owner);
    await owner(settings.photo, { body: { image: onePixel } });
    const { data } = await table("all");
    const inRow = data.find(({ id }) => id === dealer.dealer_id)?.user_image ?? "";
    expect(inRow).toBe((await one(dealer.dealer_id)).allClients.user_image);
    const served = await app.http.inject(inRow);
    expect([served.statusCode, served.headers["content-type"]]).toEqual([200, "image/webp"]);
  });

  test.each([
    ["business", async () => (await one(dealer.dealer_id)).allClients.company],
    ["owner's address", async () => dealer.owner],
    ["number", async () => dealer.number.slice(2)],
  ])("is searched by %s", async (_, term) => {
    const answer = await table("all", { search: { value: await term() } });
    expect(answer.data.map(({ id }) => id)).toEqual([dealer.dealer_id]);
    expect(answer.recordsFiltered).toBe(1);
    expect(answer.recordsTotal).toBeGreaterThan(1);
  });

  test("sorts by the chosen column", async () => {
    const columns = [{ data: "company" }];
    const sorted = async (dir: "asc" | "desc") =>
      (await table("all", { columns, order: [{ column: 0, dir }] })).data.map(({ company }) => company);
    expect(await sorted("asc")).toEqual((await sorted("desc")).reverse());
  });

  test("one unserved request marks the whole client as requesting; none remains once every location has a number", async () => {
    const { dealer_id, otherLocation_id } = await app.dealership();
    const requestOf = async () => (await one(dealer_id)).allClients.phone_no_request;
    const set = (request: number) =>
      app.pool.query("update locations set phone_no_request = $1 where id = $2", [request, otherLocation_id]);
    await set(2);
    expect(await requestOf()).toBe(1);
    await app.pool.query("delete from phone_numbers where location_id = $1", [otherLocation_id]);
    expect(await requestOf()).toBe(2);
    await set(0);
    expect(await requestOf()).toBe(0);
  });

  test("filters by month, week and day in the operator's time zone", async () => {
    // A Wednesday in New York.
    app.clock.set(new Date("2026-04-15T16:00:00Z"));
    operator = await app.signIn("operator@example.com");
    const moments = {
      "just now": "2026-04-15T15:59:00Z",
      "at midnight in New York": "2026-04-15T04:00:00Z",
      "a minute before that": "2026-04-15T03:59:00Z",
      "at the beginning of Sunday": "2026-04-12T04:00:00Z",
      "on Saturday": "2026-04-12T03:59:00Z",
      "on the first": "2026-04-01T04:00:00Z",
      "in March": "2026-04-01T03:59:00Z",
    };
    const nameById = new Map<number, string>();
    await app.pool.query("update dealers set created_at = '2020-01-01'");
    for (const [name, at] of Object.entries(moments)) {
      const { rows } = await app.pool.query(
        "insert into dealers (business_name, created_at) values ($1, $2) returning id::float8 as id",
        [name, at],
      );
      nameById.set(rows[0].id, name);
    }
    const shown = async (period: SincePeriod) =>
      (await table(period)).data.flatMap(({ id }) => nameById.get(id) ?? []).sort((a, b) => order(a) - order(b));
    const names = Object.keys(moments);
    const order = (name: string) => names.indexOf(name);
    expect(await shown("all")).toEqual(names);
    expect(await shown("month")).toEqual(names.slice(0, 6));
    expect(await shown("week")).toEqual(names.slice(0, 4));
    expect(await shown("today")).toEqual(names.slice(0, 2));
    const unknownPeriod = await operator(clients.table, { body: { filterBy: "century" as SincePeriod, length: 100 } });
    expect(unknownPeriod.recordsTotal).toBe((await table("all")).recordsTotal);
  });
});

describe("a client's page", () => {
  test("shows a business without an owner or a location", async () => {
    const { rows } = await app.pool.query(
      "insert into dealers (business_name, email) values ('Half done', 'half@example.com') returning id::float8 as id",
    );
    expect(await one(rows[0].id)).toMatchObject({
      allClients: {
        company: "Half done",
        email: "half@example.com",
        user_id: null,
        phone_no_request: 0,
        total_locations: 0,
      },
      purchases: [],
    });
    const body = { dealerId: rows[0].id, selectedNumber: freshPhone() };
    const text = "Every location of this client already has a number.";
    await expect(operator(clients.buyNumber, { body })).rejects.toMatchObject({ status: 409, message: text });
  });

  test.each([0, 999_999_999])("there is no client %d", async (id) => {
    await expect(operator(clients.one, { params: { id } })).rejects.toMatchObject({ status: 404 });
  });
});

describe("the numbers on sale", () => {
  test.each([
    ["909", "909"],
    ["(909) 5", "9095"],
    ["+1 909 555", "909555"],
  ])("found by %s", async (input, digits) => {
    const { data } = await operator(clients.searchNumbers, { body: { input, dealer_id: dealer.dealer_id } });
    expect(data).toHaveLength(3);
    expect(data[0]).toEqual({
      number: expect.stringMatching(new RegExp(`^\\+1${digits}\\d+$`)),
      city: "Riverside",
      state: "CA",
      price: "1.15",
      sms: true,
      mms: true,
      voice: true,
    });
  });
});
