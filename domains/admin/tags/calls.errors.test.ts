import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { everyEncoding, postEncoded } from "#testing/requestBodies.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { maxTags, operatorTags } from "./contract.ts";

let app: TestApp;
let operator: Caller;
let token: string;

beforeAll(async () => {
  app = await startTestApp();
  const { email } = await app.operator();
  operator = await app.signIn(email);
  token = await app.token(email);
  await operator(operatorTags.add, { body: { name: "Café Owner" } });
});
afterAll(() => app.close());

const names = async () => (await app.pool.query("select tag from tags where deleted_at is null")).rows;

const exists = "A tag with this name already exists";
const invalidNames: [string, string][] = [
  ["", "Tag name is required"],
  ["  \n ", "Tag name is required"],
  ["x".repeat(61), "Use at most 60 characters"],
  ["Hot\u0000", "This contains a character we can't save"],
  ["Café Owner", exists],
  ["CAFÉ OWNER", exists],
  ["  café \t owner", exists],
  ["Cafe\u0301 Owner", exists],
];
const cases = everyEncoding.flatMap((encoding) =>
  invalidNames.map(([name, words]) => [encoding, name, words] as const),
);

test.each(cases)("%s: the name %j is refused at the field", async (encoding, name, words) => {
  const before = await names();
  const answer = await postEncoded(app.http, token, "/admin/tags/add", { name }, encoding);
  expect(answer).toMatchObject({ status: "error", message: words, data: { name: words } });
  expect(await names()).toEqual(before);
});

test("a missing name is refused", async () => {
  const body = {} as { name: string };
  await expect(operator(operatorTags.add, { body })).rejects.toMatchObject({
    fields: { name: "Tag name is required" },
  });
});

test("concurrent adds of one name create one tag", async () => {
  const tries = Array.from({ length: 5 }, () => operator(operatorTags.add, { body: { name: "Twice" } }));
  const results = await Promise.allSettled(tries);
  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  for (const result of results) {
    if (result.status === "rejected") expect(result.reason).toMatchObject({ status: 422, fields: { name: exists } });
  }
});

test.each([999_999, "abc", "", -1, "1; drop table tags"])("deleting %j finds nothing", async (id) => {
  const before = await names();
  await expect(operator(operatorTags.remove, { body: { id } })).rejects.toMatchObject({ status: 404 });
  expect(await names()).toEqual(before);
});

test("an already deleted tag is not found", async () => {
  const { data } = await operator(operatorTags.add, { body: { name: "Once" } });
  await operator(operatorTags.remove, { body: { id: data.id } });
  await expect(operator(operatorTags.remove, { body: { id: data.id } })).rejects.toMatchObject({ status: 404 });
});

test("the number of tags is limited", async () => {
  await app.pool.query(
    `insert into tags (tag, slug) select 'Many ' || n, 'many-' || n from generate_series(1, $1::int) n`,
    [maxTags],
  );
  await expect(operator(operatorTags.add, { body: { name: "One more" } })).rejects.toMatchObject({
    status: 409,
    message: "There are 300 tags, which is the limit. Delete one to add another.",
  });
});
