import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { publicSite } from "./contract.ts";
import { noContacts } from "./rules.ts";
import { publicContacts } from "./server/public.ts";

let app: TestApp;
let operator: Caller;

beforeAll(async () => {
  app = await startTestApp();
  operator = await app.signIn((await app.operator()).email);
});
afterAll(() => app.close());

const shown = () => app.server.within.control("test", ({ db }) => publicContacts(db));

test("nothing is shown before anything is set; what is set is kept, and in the trail", async () => {
  expect((await operator(publicSite.contacts)).data).toEqual(noContacts);
  const contacts = { ...noContacts, phone: "(212) 555-0123", x: "https://x.com/rooftop" };
  await operator(publicSite.changeContacts, { body: contacts });
  await operator(publicSite.changeContacts, { body: { ...contacts, email: "hello@rooftop.example" } });
  expect(await shown()).toEqual({ ...contacts, email: "hello@rooftop.example" });
  const { rows } = await app.pool.query(
    "select action, detail from audit_log where subject = 'public site' order by id",
  );
  expect(rows.map(({ action, detail }) => [action, detail.email])).toEqual([
    ["changed", ""],
    ["changed", "hello@rooftop.example"],
  ]);
});

test.each([
  ["phone", "555", "Phone number is invalid"],
  ["email", "hello", "Enter a valid email address"],
  ["facebook", "http://facebook.com/rooftop", "Enter an address that begins with https://facebook.com/"],
  ["facebook", "https://ana:secret@facebook.com/rooftop", "Enter an address without a username or password"],
  ["x", "https://x.com@evil.example/a", "Enter an address without a username or password"],
  ["youtube", "https://example.com/youtube.com/", "Enter an address that begins with https://youtube.com/"],
])("%s can't be %j", async (field, value, message) => {
  const before = await shown();
  const request = operator(publicSite.changeContacts, { body: { ...noContacts, [field]: value } });
  await expect(request).rejects.toMatchObject({ status: 422, fields: { [field]: message } });
  expect(await shown()).toEqual(before);
});

test("only the operator may see and change it", async () => {
  const owner = await app.signIn((await app.dealership()).owner);
  await expect(owner(publicSite.contacts)).rejects.toMatchObject({ status: 403 });
  await expect(owner(publicSite.changeContacts, { body: noContacts })).rejects.toMatchObject({ status: 403 });
});
