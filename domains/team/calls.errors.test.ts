import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import type { Dealership } from "#testing/dealership.ts";
import { untilBlocked, writeInOpenTransaction } from "#testing/slowWrite.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { team } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  await app.pool.query("delete from rate_limits");
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
});

const idOf = async (email: string) =>
  (await owner(team.list)).data.teamMembers.find((member) => member.email === email)?.id ?? 0;
const newMember = () => ({
  first_name: "Ana",
  last_name: "Lopez",
  email: `ana-${crypto.randomUUID()}@example.com`,
  password: "Harbor-9",
});
const refusal = (field: string, message: string) => ({ status: 422, message, fields: { [field]: message } });
const common = "This password is too common. Choose one that's harder to guess";

test.each([
  [{ first_name: " " }, refusal("first_name", "Please fill all fields")],
  [{ last_name: undefined }, refusal("last_name", "Please fill all fields")],
  [{ email: "" }, refusal("email", "Please fill all fields")],
  [{ password: "" }, refusal("password", "Please fill all fields")],
  [{ email: "ana" }, refusal("email", "Enter a valid email address")],
  [{ password: "Hb-99" }, refusal("password", "Password must be at least 6 characters!")],
  [{ password: "abc123" }, refusal("password", common)],
  [{ phone: "909555" }, refusal("phone", "Phone number is invalid")],
  [{ phone: "90955501234567" }, refusal("phone", "Phone number is invalid")],
  [{ user_type: "dealer" }, refusal("user_type", "Select agent or manager")],
  [{ user_type: "superadmin" }, refusal("user_type", "Select agent or manager")],
  [{ location_ids: [] }, refusal("location_ids", "Select at least one location")],
])("a new member with %j is refused", async (wrong, failure) => {
  await expect(owner(team.add, { body: { ...newMember(), ...wrong } as never })).rejects.toMatchObject(failure);
  expect((await owner(team.list)).data.teamMembers).toHaveLength(4);
});

test.each([
  [{ first_name: "" }, refusal("first_name", "Please fill all fields!")],
  [{ last_name: "" }, refusal("last_name", "Please fill all fields!")],
  [{ email: "" }, refusal("email", "Please fill all fields!")],
  [{ password: "Hb-99" }, refusal("password", "Password must be at least 6 characters!")],
  [{ user_type: "dealer" }, refusal("user_type", "Select agent or manager")],
])("a change into %j is refused", async (wrong, failure) => {
  const body = { first_name: "Agent", last_name: "Tester", email: dealer.agent, ...wrong } as never;
  await expect(owner(team.update, { params: { id: await idOf(dealer.agent) }, body })).rejects.toMatchObject(failure);
  await app.token(dealer.agent);
});

describe("an email", () => {
  test("that anybody on the platform uses is refused, ignoring case", async () => {
    const foreign = await app.dealership();
    for (const email of [dealer.manager, foreign.agent, (await app.operator()).email.toUpperCase()]) {
      const taken = refusal("email", "This email is already registered");
      await expect(owner(team.add, { body: { ...newMember(), email } })).rejects.toMatchObject(taken);
      const change = { params: { id: await idOf(dealer.agent) }, body: { ...newMember(), password: "", email } };
      await expect(owner(team.update, change)).rejects.toMatchObject(taken);
    }
  });

  test("of somebody who was deleted says whom to bring back", async () => {
    await owner(team.remove, { params: { id: await idOf(dealer.agent) } });
    const text = "This email belongs to Agent Tester, who was deleted. Use “Reactivate” to bring them back";
    const again = owner(team.add, { body: { ...newMember(), email: dealer.agent } });
    await expect(again).rejects.toMatchObject(refusal("email", text));
  });

  test("that a colleague got a moment before is refused", async () => {
    const added = { ...newMember(), phone: "" };
    const commit = await writeInOpenTransaction(
      app.pool,
      "insert into users (dealer_id, first_name, last_name, email, user_type) values ($1, 'Bo', 'Lee', $2, 'agent')",
      [dealer.dealer_id, added.email],
    );
    const late = owner(team.add, { body: added }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    await untilBlocked(app.pool, 'insert into "users"');
    await commit();
    expect(await late).toMatchObject(refusal("email", "This email is already registered"));
  });

  test("that two businesses request at once goes to one of them", async () => {
    const foreign = await app.signIn((await app.dealership()).owner);
    const body = newMember();
    const done = await Promise.allSettled([owner, foreign].map((call) => call(team.add, { body })));
    expect(done.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const [rejection] = done.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
    expect(rejection).toMatchObject(refusal("email", "This email is already registered"));
  });
});

test("a location of another business answers as absent", async () => {
  const foreign = await app.dealership();
  for (const location_ids of [[foreign.location_id], [dealer.location_id, foreign.location_id], [999_999_999]]) {
    await expect(owner(team.add, { body: { ...newMember(), location_ids } })).rejects.toMatchObject({ status: 404 });
    const body = { first_name: "Agent", last_name: "Tester", email: dealer.agent, location_ids };
    const change = owner(team.update, { params: { id: await idOf(dealer.agent) }, body });
    await expect(change).rejects.toMatchObject({ status: 404 });
  }
});

test("the owner's role, status and login can't be changed", async () => {
  const id = await idOf(dealer.owner);
  const body = { first_name: "Owner", last_name: "Tester", email: dealer.owner };
  const change = (more: object) => owner(team.update, { params: { id }, body: { ...body, ...more } });
  const staysOwner = "The account owner's role can't be changed";
  await expect(change({ user_type: "agent" })).rejects.toMatchObject(refusal("user_type", staysOwner));
  const ownPassword = refusal("password", "Change your own password in Settings");
  await expect(change({ password: "Pier-4477" })).rejects.toMatchObject(ownPassword);
  const ownEmail = refusal("email", "Your own email can't be changed here");
  await expect(change({ email: "other@example.com" })).rejects.toMatchObject(ownEmail);
  const refused = { status: 409, message: "The account owner can't be deleted" };
  await expect(owner(team.remove, { params: { id } })).rejects.toMatchObject(refused);
  await change({ location_ids: [dealer.location_id], del_allowed: 0 });
  const [first] = (await owner(team.list)).data.teamMembers;
  expect(first).toMatchObject({ user_type: "dealer", is_active: true, del_allowed: 1 });
  expect(first?.locations).toHaveLength(2);
});

test("people of other businesses and of the platform answer as absent", async () => {
  const foreign = await app.dealership();
  await app.operator();
  const sql = "select id::int as id from users where email = any($1)";
  const { rows } = await app.pool.query(sql, [[foreign.agent, foreign.owner, (await app.operator()).email]]);
  expect(rows).toHaveLength(3);
  for (const params of [...rows, { id: 999_999_999 }]) {
    await expect(owner(team.remove, { params })).rejects.toMatchObject({ status: 404 });
    await expect(owner(team.update, { params, body: { ...newMember(), password: "" } })).rejects.toMatchObject({
      status: 404,
    });
  }
  await app.token(foreign.agent);
});

describe("a photo", () => {
  const file = (bytes: string | Uint8Array<ArrayBuffer>, name = "me.jpg") => new File([bytes], name);
  const storedPhotos = async () =>
    (await app.pool.query("select user_image from users where user_image is not null")).rows;

  test.each(["GIF89a, or so it says", "<svg xmlns='http://www.w3.org/2000/svg'/>"])(
    "of %j is refused",
    async (text) => {
      const unreadable = refusal("image", "This picture can't be opened. Choose another one");
      await expect(owner(team.add, { body: newMember(), files: { image: file(text) } })).rejects.toMatchObject(
        unreadable,
      );
      expect(await storedPhotos()).toEqual([]);
    },
  );

  test("of more than 8 MB is refused", async () => {
    const large = file(new Uint8Array(8 * 1024 * 1024 + 1));
    const refused = refusal("image", "Pictures can be up to 8 MB");
    await expect(owner(team.add, { body: newMember(), files: { image: large } })).rejects.toMatchObject(refused);
  });
});

test.each(["manager", "agent"] as const)("a %s may neither see nor change the team", async (role) => {
  const call = await app.signIn(dealer[role]);
  const refused = { status: 403, message: "You don't have permission to do this." };
  await expect(call(team.list)).rejects.toMatchObject(refused);
  await expect(call(team.add, { body: newMember() })).rejects.toMatchObject(refused);
  await expect(call(team.remove, { params: { id: await idOf(dealer.agent) } })).rejects.toMatchObject(refused);
});
