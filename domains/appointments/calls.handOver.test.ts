import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { team } from "#domains/team/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { appointments } from "./contract.ts";
import { handedOverText } from "./rules.ts";
import { timeOff } from "./timeOff/contract.ts";

let app: TestApp;
let dealership: Dealership;
let owner: Caller;
let manager: Caller;
let agent: Caller;
let [agent_id, manager_id, owner_id] = [0, 0, 0];

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealership = await app.dealership();
  owner = await app.signIn(dealership.owner);
  manager = await app.signIn(dealership.manager);
  agent = await app.signIn(dealership.agent);
  agent_id = (await agent(accounts.profile)).data.id;
  manager_id = (await manager(accounts.profile)).data.id;
  owner_id = (await owner(accounts.profile)).data.id;
});

async function book(customTimeHours: string, host_id: number, day = "2027-04-05", call = manager) {
  const customer_id = (await addCustomer(call)).id;
  const time = { timeType: "custom" as const, appointment_date: day, customTimeMinutes: "00", customTimeAmPm: "AM" };
  const body = { title: "Visit", type: 0 as const, customer_id, notes: "", ...time, customTimeHours, host_id };
  return (await call(appointments.add, { body })).data.id;
}

async function hostOf(id: number) {
  const { rows } = await app.pool.query("select host_id, version from appointments where id = $1", [id]);
  return { host_id: rows[0].host_id === null ? null : Number(rows[0].host_id), version: rows[0].version };
}

const remove = (body: object) => owner(team.remove, { params: { id: agent_id }, body: { is_active: 0, ...body } });

describe("a departing member's appointments", () => {
  test("go to whoever was chosen, who can't be in two places; browsers hear of it", async () => {
    const [free, taken] = [await book("09", agent_id), await book("10", agent_id)];
    const theirs = await book("10", manager_id);
    const over = await book("11", agent_id);
    await manager(appointments.update, { params: { id: over, status: 1 } });
    app.events.published.splice(0);
    const { message } = await remove({ host_id: manager_id });
    expect(message).toBe(
      "Agent Tester was deleted. Manager Tester now hosts 1 appointment. " +
        "1 appointment has no host, because Manager Tester can't take it",
    );
    expect(await hostOf(free)).toEqual({ host_id: manager_id, version: 2 });
    expect(await hostOf(taken)).toEqual({ host_id: null, version: 2 });
    expect(await hostOf(theirs)).toEqual({ host_id: manager_id, version: 1 });
    expect(await hostOf(over)).toEqual({ host_id: agent_id, version: 1 });
    const changed = app.events.published.filter(({ event }) => event === "appointment-changed");
    expect(changed).toHaveLength(2);
  });

  test("go to the owner by default", async () => {
    const id = await book("09", agent_id);
    expect((await remove({})).message).toMatch(/now hosts 1 appointment$/);
    expect(await hostOf(id)).toEqual({ host_id: owner_id, version: 2 });
  });

  test("stay without a host in the time off of the one chosen, and where they don't work", async () => {
    const off = { starts: "2027-04-05T00:00", ends: "2027-04-06T00:00", reason: "" };
    await manager(timeOff.add, { body: { user_id: manager_id, ...off } });
    const away = await book("09", agent_id);
    await app.pool.query(
      "insert into location_members (dealer_id, location_id, user_id) values ($1, $2, $3) on conflict do nothing",
      [dealership.dealer_id, dealership.otherLocation_id, agent_id],
    );
    const other = await app.signIn(dealership.otherAgent);
    const elsewhere = await book("11", agent_id, "2027-04-07", other);
    expect((await remove({ host_id: manager_id })).message).toContain("2 appointments have no host");
    expect([await hostOf(away), await hostOf(elsewhere)]).toMatchObject([{ host_id: null }, { host_id: null }]);
  });

  test("can't go to the one who leaves, to nobody's, or to another business's", async () => {
    const stranger = await app.signIn((await app.dealership()).manager);
    const foreign = (await stranger(accounts.profile)).data.id;
    for (const host_id of [agent_id, 999_999_999, foreign]) {
      const fields = { host_id: "Select someone from the team" };
      await expect(remove({ host_id })).rejects.toMatchObject({ status: 422, fields });
    }
    expect((await agent(accounts.profile)).data.id).toBe(agent_id);
  });
});

test("what became of them is said in the right number", () => {
  expect(handedOverText("Sam Lee", 0, 0)).toBe("");
  expect(handedOverText("Sam Lee", 2, 0)).toBe("Sam Lee now hosts 2 appointments");
  expect(handedOverText("Sam Lee", 0, 2)).toBe("2 appointments have no host, because Sam Lee can't take them");
});
