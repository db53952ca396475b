import { afterEach, beforeEach, expect, test } from "vitest";
import { accounts } from "#domains/accounts/contract.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { readEnv } from "./env.ts";
import { firstStart } from "./firstStart.ts";

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp();
});
afterEach(() => app.close());

const printedPasswords = async (env: Record<string, string>) => {
  const signIns = await firstStart(readEnv(env), app.server);
  return Object.fromEntries(signIns.map(({ label, password }) => [label, password]));
};
const signsIn = (email: string, password: string) =>
  app.anyone(accounts.login, { body: { email, password, remember_me: 0 } });

test("passwords from the environment are set, and never printed", async () => {
  const env = { ADMIN_PASSWORD: "Secret-of-the-operator", DEMO_PASSWORD: "Secret-of-the-sample", DEMO: "on" };
  const operators = "(from ADMIN_PASSWORD)";
  const samples = "(from DEMO_PASSWORD)";
  expect(await printedPasswords(env)).toEqual({
    "Sample owner": samples,
    "Sample manager": samples,
    "Sample agent": samples,
    "Platform operator": operators,
  });
  await signsIn("admin@rooftop.test", env.ADMIN_PASSWORD);
  await signsIn("owner@demo.rooftop.test", env.DEMO_PASSWORD);
});

test("a made-up password is printed once", async () => {
  const { "Platform operator": password = "" } = await printedPasswords({ DEMO: "off" });
  await signsIn("admin@rooftop.test", password);
  expect(await printedPasswords({ DEMO: "off" })).toEqual({ "Platform operator": "(as set before)" });
});
