import { afterAll, beforeAll, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { everyEncoding, post } from "#core/testing/bodies.ts";
import { openTestHouse, type TestHouse } from "#core/testing/house.ts";
import { mostTags, operatorTags } from "./contract.ts";

let house: TestHouse;
let operator: Caller;
let token: string;

beforeAll(async () => {
  house = await openTestHouse();
  const { email } = await house.operator();
  operator = await house.signIn(email);
  token = await house.token(email);
  await operator(operatorTags.add, { body: { name: "Café Owner" } });
});
afterAll(() => house.close());

const names = async () => (await house.pool.query("select tag from tags where deleted_at is null")).rows;

const exists = "There is a tag with this name already";
const wrong: [string, string][] = [
  ["", "Tag name is required"],
  ["  \n ", "Tag name is required"],
  ["x".repeat(61), "Please use at most 60 characters"],
  ["Hot\u0000", "This contains a character that can't be stored"],
  ["Café Owner", exists],
  ["CAFÉ OWNER", exists],
  ["  café \t owner", exists],
  ["Cafe\u0301 Owner", exists],
];
const cases = everyEncoding.flatMap((encoding) => wrong.map(([name, words]) => [encoding, name, words] as const));

test.each(cases)("%s: the name %j is refused at the field", async (encoding, name, words) => {
  const before = await names();
  const answer = await post(house.http, token, "/admin/tags/add", { name }, encoding);
  expect(answer).toMatchObject({ status: "error", message: words, data: { name: words } });
  expect(await names()).toEqual(before);
});

test("without a name at all", async () => {
  const body = {} as { name: string };
  await expect(operator(operatorTags.add, { body })).rejects.toMatchObject({
    fields: { name: "Tag name is required" },
  });
});

test("the same name twice at the same moment is one tag", async () => {
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

test("a tag that is deleted already is not found", async () => {
  const { data } = await operator(operatorTags.add, { body: { name: "Once" } });
  await operator(operatorTags.remove, { body: { id: data.id } });
  await expect(operator(operatorTags.remove, { body: { id: data.id } })).rejects.toMatchObject({ status: 404 });
});

test("there is an end to them", async () => {
  await house.pool.query(
    `insert into tags (tag, slug) select 'Many ' || n, 'many-' || n from generate_series(1, $1::int) n`,
    [mostTags],
  );
  await expect(operator(operatorTags.add, { body: { name: "One more" } })).rejects.toMatchObject({
    ...{ status: 409, message: "There are 300 tags already. Please delete one that nobody needs first." },
  });
});
