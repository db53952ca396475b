import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { reminders } from "./contract.ts";

let app: TestApp;
let dealership: Dealership;
let manager: Caller;
beforeAll(async () => {
  app = await startTestApp();
  dealership = await app.dealership();
  manager = await app.signIn(dealership.manager);
});
afterAll(() => app.close());

const initial = { is_on: 1, first_hours: 24, second_hours: 1, language: "en", confirms: 0 } as const;

describe("the settings", () => {
  test("are on in a new location, and each location's own", async () => {
    expect((await manager(reminders.settings)).data).toEqual(initial);
    const body = { is_on: 1, first_hours: 48, second_hours: 2, language: "es", confirms: 1 } as const;
    expect((await manager(reminders.changeSettings, { body })).message).toBe("Saved");
    expect((await manager(reminders.settings)).data).toEqual(body);
    const elsewhere = await app.signIn(dealership.owner, dealership.otherLocation_id);
    expect((await elsewhere(reminders.settings)).data).toEqual(initial);
  });

  test("are for managers", async () => {
    const agent = await app.signIn(dealership.agent);
    await expect(agent(reminders.settings)).rejects.toMatchObject({ status: 403 });
    await expect(agent(reminders.changeSettings, { body: initial })).rejects.toMatchObject({ status: 403 });
  });

  test.each([
    ["first_hours", { first_hours: 0 }, "Enter 1 to 168 hours"],
    ["first_hours", { first_hours: "x" }, "Enter 1 to 168 hours"],
    ["second_hours", { second_hours: 168 }, "Enter 0 to 167 hours"],
    ["second_hours", { second_hours: 24 }, "Enter fewer hours than for the first reminder"],
    ["language", { language: "fr" }, "Select English or Spanish"],
  ])("%s %j is refused", async (field, change, text) => {
    const token = await app.token(dealership.manager);
    const all = Object.entries({ ...initial, ...change }).map(([name, value]) => [name, String(value)]);
    const fields = Object.fromEntries(all) as Record<string, string>;
    const answer = await postEncoded(app.http, token, "/appointments/reminders", fields, "json");
    expect(answer).toMatchObject({ status: "error", message: text, data: { [field]: text } });
  });
});
