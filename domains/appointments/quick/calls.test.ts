import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { localOf } from "#domains/appointments/calendar/rules.ts";
import { appointments } from "#domains/appointments/contract.ts";
import { customTimeOf } from "#domains/appointments/rules.ts";
import { timeOff } from "#domains/appointments/timeOff/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { quickAppointments as quick } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let agent: Caller;
let manager: Caller;
let host_id: number;
let customer_id: number;
const zone = "America/Los_Angeles";

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  [agent, manager] = [await app.signIn(dealer.agent), await app.signIn(dealer.manager)];
  await app.pool.query("update locations set time_zone = $2 where dealer_id = $1", [dealer.dealer_id, zone]);
  host_id = (await agent(accounts.profile)).data.id;
  customer_id = (await addCustomer(agent, { first_name: "Amy", last_name: "Pond" })).id;
});

const free = async (more: object = {}, call = agent) =>
  (await call(quick.freeTimes, { body: { host_id, duration: 45, customer_id, ...more } })).data.days;
const first = async () => (await free())[1]?.times[0] ?? expect.fail("no free time");
const book = (at: string, more: object = {}, call = agent) =>
  call(appointments.add, {
    body: {
      title: "Test drive",
      type: 0,
      customer_id,
      notes: "",
      timeType: "custom",
      ...customTimeOf(new Date(at), zone),
      duration: 45,
      host_id,
      confirmed: 0,
      ...more,
    },
  });

test("a free time can be booked without a doubt, and isn't offered again to host or customer", async () => {
  const at = await first();
  await book(at);
  const offered = async (more?: object) => (await free(more)).flatMap(({ times }) => times);
  expect(await offered()).not.toContain(at);
  expect(await offered({ host_id: "" })).not.toContain(at);
  expect(await offered({ host_id: "", customer_id: "" })).toContain(at);
});

test("parallel presses book once", async () => {
  const at = await first();
  const answers = await Promise.allSettled([1, 2, 3, 4].map(() => book(at)));
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  const { rows } = await app.pool.query("select count(*)::int as count from appointments where dealer_id = $1", [
    dealer.dealer_id,
  ]);
  expect(rows).toEqual([{ count: 1 }]);
});

test("two who book a host's last time at once: one gets it", async () => {
  const at = await first();
  const other = (await addCustomer(agent, { first_name: "Rory", last_name: "Williams" })).id;
  const answers = await Promise.allSettled([book(at), book(at, { customer_id: other }, manager)]);
  expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
});

test("time off leaves no time", async () => {
  const [today] = await free();
  const starts = `${today?.day}T00:00`;
  const ends = localOf(new Date(app.clock.now().getTime() + 20 * 86_400_000), zone);
  await agent(timeOff.add, { body: { user_id: host_id, starts, ends, reason: "" } });
  expect(await free()).toEqual([]);
});

test("who made an appointment takes it back, once, and no one else does", async () => {
  const { id } = (await book(await first())).data;
  const params = { id };
  const stranger = await app.signIn((await app.dealership()).agent);
  for (const call of [manager, stranger, await app.signIn(dealer.otherAgent)])
    await expect(call(quick.takeBack, { params })).rejects.toMatchObject({ status: 404 });
  const twice = await Promise.allSettled([agent(quick.takeBack, { params }), agent(quick.takeBack, { params })]);
  expect(twice.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect((await manager(appointments.restore, { params })).data.id).toBe(id);
});

test("what is old or was changed stays", async () => {
  const { id } = (await book(await first())).data;
  app.clock.advance(10 * 60_000 + 1);
  await expect(agent(quick.takeBack, { params: { id } })).rejects.toMatchObject({ status: 409 });
});

test.each([
  [{ duration: 4 }, { duration: "Select a length from 5 minutes to 24 hours" }],
  [{ duration: 1e9 }, { duration: "Select a length from 5 minutes to 24 hours" }],
  [{ host_id: 999_999_999 }, { host_id: "This person is no longer on the team here. Select someone else." }],
  [{ customer_id: 999_999_999 }, { customer_id: expect.any(String) }],
])("%o is refused at its field", async (more, fields) => {
  await expect(free(more)).rejects.toMatchObject({ status: 422, fields });
});

test("hosts and customers of others are as if they weren't there", async () => {
  const other = await app.dealership();
  const stranger = await app.signIn(other.agent);
  await expect(free({}, stranger)).rejects.toMatchObject({ status: 422 });
  await expect(free({ customer_id: "" }, stranger)).rejects.toMatchObject({ status: 422 });
});
