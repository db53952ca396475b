import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { supportAccess } from "#domains/admin/supportAccess/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { chatAssignment } from "#domains/inbox/list/contract.ts";
import { scheduledMessages } from "#domains/inbox/sending/contract.ts";
import { notifications } from "#domains/notifications/contract.ts";
import { invitations } from "#domains/team/invitations/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { team } from "./contract.ts";

let app: TestApp;
let dealer: Dealership;
let owner: Caller;
let ownerId: number;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  dealer = await app.dealership();
  owner = await app.signIn(dealer.owner);
  ownerId = (await owner(accounts.profile)).data.id;
});

const listed = async () => (await owner(team.list)).data.teamMembers;
const idOf = async (email: string) => (await listed()).find((member) => member.email === email)?.id ?? 0;
const memberOf = async (id: number) => (await listed()).find((member) => member.id === id);

const newMember = () => ({
  first_name: "Ana",
  last_name: "Lopez",
  email: `Ana-${crypto.randomUUID()}@Example.com`,
  password: "Harbor-9",
  phone: "(909)555-0142",
});
const added = async (more: object = {}) => {
  const draft = { ...newMember(), ...more };
  return { ...draft, email: draft.email.toLowerCase(), id: (await owner(team.add, { body: draft })).data.id };
};
const nameFields = ({ first_name, last_name, email }: { first_name: string; last_name: string; email: string }) => ({
  first_name,
  last_name,
  email,
});

async function audited(): Promise<{ action: string; detail: object }[]> {
  const sql =
    "select action, detail from audit_log where dealer_id = $1 and subject = 'user' and action !~ 'sign' order by id";
  return (await app.pool.query(sql, [dealer.dealer_id])).rows;
}

async function picture(width: number, height: number): Promise<File> {
  const made = sharp({ create: { width, height, channels: 3, background: "teal" } });
  return new File([new Uint8Array(await made.jpeg().toBuffer())], "me.jpg", { type: "image/jpeg" });
}

test("the owner sees everybody, the owner first, with locations and without secrets", async () => {
  await app.token(dealer.agent);
  const members = await listed();
  expect(members.map(({ first_name, user_type }) => [first_name, user_type])).toEqual([
    ["Owner", "dealer"],
    ["Agent", "agent"],
    ["Manager", "manager"],
    ["Other", "agent"],
  ]);
  const airport = { id: dealer.otherLocation_id, title: "Airport" };
  const downtown = { id: dealer.location_id, title: "Downtown" };
  expect(members.map(({ locations }) => locations)).toEqual([[airport, downtown], [downtown], [downtown], [airport]]);
  expect(members[1]).toEqual({
    id: expect.any(Number),
    first_name: "Agent",
    last_name: "Tester",
    name_initials: "AT",
    email: dealer.agent,
    phone: "",
    country_code: "1",
    user_type: "agent",
    user_image: null,
    del_allowed: 0,
    is_active: true,
    must_change_password: false,
    locations: [downtown],
    last_seen_at: app.clock.now().toISOString(),
  });
  expect(members[0]).toMatchObject({ del_allowed: 1 });
  expect(members[2]).toMatchObject({ last_seen_at: null });
});

test("the operator with support access sees the team", async () => {
  const operator = await app.signIn((await app.operator()).email);
  const body = { location_id: dealer.location_id, reason: "The owner asked for help", minutes: 15 } as const;
  await operator(supportAccess.begin, { params: { id: dealer.dealer_id }, body });
  const { teamMembers } = (await operator(team.list)).data;
  expect(teamMembers).toHaveLength(4);
  expect(teamMembers[0]?.last_seen_at).toBeNull();
  expect((await operator(invitations.list)).data.invitations).toEqual([]);
  await expect(operator(team.remove, { params: { id: teamMembers[1]?.id ?? 0 } })).rejects.toMatchObject({
    status: 403,
  });
});

describe("a new member", () => {
  test("works as an agent at the acting location, and changes the password first", async () => {
    const { id, email } = await added();
    expect(await memberOf(id)).toMatchObject({
      first_name: "Ana",
      last_name: "Lopez",
      email,
      phone: "+19095550142",
      user_type: "agent",
      del_allowed: 0,
      must_change_password: true,
      locations: [{ id: dealer.location_id, title: "Downtown" }],
      last_seen_at: null,
    });
    const { data } = await app.anyone(accounts.login, { body: { email, password: "Harbor-9", remember_me: 0 } });
    expect(data).toMatchObject({ login_status: "okay", must_change_password: true, location_id: dealer.location_id });
    expect(await audited()).toEqual([{ action: "added", detail: { user_type: "agent", email } }]);
    expect(app.events.inRoom({ kind: "dealer", dealer_id: dealer.dealer_id })).toMatchObject([
      { event: "team-changed" },
    ]);
  });

  test("gets the role and the locations that the owner chose", async () => {
    const location_ids = [dealer.otherLocation_id, dealer.location_id];
    const { id } = await added({ user_type: "manager", del_allowed: 1, location_ids, phone: "" });
    const member = await memberOf(id);
    expect(member).toMatchObject({ user_type: "manager", del_allowed: 1, phone: "" });
    expect(member?.locations.map((place) => place.id).sort()).toEqual(location_ids.sort());
  });

  test("can have a photo, which is re-encoded as a square", async () => {
    const body = { ...newMember(), location_ids: [dealer.location_id, dealer.otherLocation_id] };
    const { data } = await owner(team.add, { body, files: { image: await picture(900, 300) } });
    const member = await memberOf(data.id);
    expect(member?.locations).toHaveLength(2);
    const served = await app.http.inject(member?.user_image ?? "");
    expect(await sharp(served.rawPayload).metadata()).toMatchObject({ format: "webp", width: 320, height: 320 });

    const change = { ...nameFields(newMember()), email: body.email };
    await owner(team.update, { params: data, body: change, files: { image: await picture(50, 80) } });
    const { user_image } = (await memberOf(data.id)) ?? {};
    expect(user_image).not.toBe(member?.user_image);
    await expect.poll(async () => (await app.http.inject(member?.user_image ?? "")).statusCode).toBe(404);
    await owner(team.update, { params: data, body: change });
    expect((await memberOf(data.id))?.user_image).toBe(user_image);
  });
});

describe("a change", () => {
  test("keeps omitted fields", async () => {
    const member = await added({ del_allowed: 1, user_type: "manager" });
    const body = { first_name: "Anna", last_name: "Lopez-Diaz", email: member.email };
    expect(await owner(team.update, { params: { id: member.id }, body })).toMatchObject({
      message: "Team member updated",
      data: { id: member.id },
    });
    expect(await memberOf(member.id)).toMatchObject({
      first_name: "Anna",
      last_name: "Lopez-Diaz",
      phone: "+19095550142",
      del_allowed: 1,
      user_type: "manager",
      locations: [{ id: dealer.location_id, title: "Downtown" }],
    });
    await app.token(dealer.agent);
    expect((await audited()).at(-1)).toEqual({ action: "changed", detail: { changed: "first_name, last_name" } });
  });

  test("of the email changes the login", async () => {
    const email = `new-${crypto.randomUUID()}@example.com`;
    const id = await idOf(dealer.agent);
    await owner(team.update, { params: { id }, body: { first_name: "Agent", last_name: "Tester", email } });
    expect((await (await app.signIn(email))(accounts.profile)).data).toMatchObject({ id, email });
    await expect(app.token(dealer.agent)).rejects.toMatchObject({ status: 401 });
    expect((await audited()).at(-1)?.detail).toEqual({ changed: "email", email, former_email: dealer.agent });
  });

  test("of the password ends the sessions, and has to be changed again", async () => {
    const agent = await app.signIn(dealer.agent);
    const [id, body] = [await idOf(dealer.agent), { first_name: "Agent", last_name: "Tester", email: dealer.agent }];
    app.events.disconnected.splice(0);
    await owner(team.update, { params: { id }, body: { ...body, password: "Pier-44" } });
    await expect(agent(accounts.profile)).rejects.toMatchObject({ status: 401 });
    expect(app.events.disconnected).toHaveLength(1);
    const again = { body: { email: dealer.agent, password: "Pier-44", remember_me: 0 } as const };
    expect((await app.anyone(accounts.login, again)).data.must_change_password).toBe(true);
  });

  test("of the role, or the loss of a location, ends the sessions; a new location does not", async () => {
    const id = await idOf(dealer.manager);
    const change = async (more: object) => {
      const body = { first_name: "Manager", last_name: "Tester", email: dealer.manager, ...more };
      return owner(team.update, { params: { id }, body });
    };
    let manager = await app.signIn(dealer.manager);
    await change({ location_ids: [dealer.location_id, dealer.otherLocation_id], user_type: "manager" });
    expect((await manager(accounts.profile)).data.location_id).toBe(dealer.location_id);
    await change({ location_ids: [dealer.otherLocation_id] });
    await expect(manager(accounts.profile)).rejects.toMatchObject({ status: 401 });
    manager = await app.signIn(dealer.manager);
    expect((await manager(accounts.profile)).data.location_id).toBe(dealer.otherLocation_id);
    await change({ user_type: "agent" });
    await expect(manager(accounts.profile)).rejects.toMatchObject({ status: 401 });
    expect((await memberOf(id))?.user_type).toBe("agent");
  });

  test("by the owner to the own account changes only names and phone", async () => {
    const body = { first_name: "Olga", last_name: "Tester", email: dealer.owner, phone: "9095550101" };
    await owner(team.update, { params: { id: ownerId }, body });
    expect(await memberOf(ownerId)).toMatchObject({ first_name: "Olga", phone: "+19095550101", user_type: "dealer" });
  });
});

describe("whoever leaves", () => {
  async function chatOf(call: Caller, user_id: number) {
    const { id: customer_id } = await addCustomer(call);
    const { data } = await call(inbox.sendToCustomer, { body: { customer_id, message: "Hello" } });
    await call(chatAssignment.assign, { body: { chat_id: data.chat_id, user_id } });
    return data.chat_id;
  }
  const assignees = async () => {
    const sql = "select assigned_to::int as id from chats where dealer_id = $1 order by id";
    return (await app.pool.query(sql, [dealer.dealer_id])).rows.map(({ id }) => id);
  };

  test("is signed out at once and can't sign in; their chats go to the owner and stay there after reactivation", async () => {
    const id = await idOf(dealer.agent);
    const agent = await app.signIn(dealer.agent);
    const chats = [await chatOf(agent, id), await chatOf(agent, id), await chatOf(agent, await idOf(dealer.manager))];
    await agent(inbox.close, { body: { chat_id: chats[1] ?? 0, is_closed: 1 } });
    await agent(notifications.updateToken, { body: { fcm_token: `a-browser-of-${id}-that-tests-use` } });
    const send_at = new Date(app.clock.now().getTime() + 86_400_000).toISOString();
    await agent(scheduledMessages.add, { body: { chat_id: chats[0] ?? 0, message: "See you", send_at } });
    app.events.disconnected.splice(0);
    app.events.published.splice(0);

    const removed = await owner(team.remove, { params: { id } });
    expect(removed).toMatchObject({
      message: "Agent Tester was deleted. 2 chats were assigned to you",
      status: "success",
    });
    expect(removed.data).toEqual({ id, is_active: false });
    await expect(agent(accounts.profile)).rejects.toMatchObject({ status: 401 });
    await expect(app.token(dealer.agent)).rejects.toMatchObject({ status: 401 });
    expect(app.events.disconnected).toHaveLength(1);
    const devices = "select count(*)::int as n from push_subscriptions where user_id = $1";
    expect((await app.pool.query(devices, [id])).rows).toEqual([{ n: 0 }]);
    expect(await assignees()).toEqual([ownerId, ownerId, await idOf(dealer.manager)]);
    const changed = app.events.published.filter(({ event }) => event === "chat-changed");
    const ids = changed.map(({ payload }) => (payload as { target_id: number }).target_id).toSorted((a, b) => a - b);
    expect(ids).toEqual(chats.slice(0, 2));
    expect((await listed()).at(-1)).toMatchObject({ id, is_active: false });
    const { data } = await owner(scheduledMessages.ofChat, { params: { chat_id: chats[0] ?? 0 } });
    expect(data).toMatchObject([{ message: "See you", sent_by: "Agent Tester" }]);

    const restored = await owner(team.remove, { params: { id } });
    expect(restored).toMatchObject({ message: "Agent Tester is active again", data: { id, is_active: true } });
    expect((await (await app.signIn(dealer.agent))(accounts.profile)).data.id).toBe(id);
    expect(await assignees()).toEqual([ownerId, ownerId, await idOf(dealer.manager)]);
    expect((await audited()).map(({ action }) => action)).toEqual(["deactivated", "re-activated"]);
  });

  test("says which state is wanted: repeated, it neither brings them back nor deletes them again", async () => {
    const id = await idOf(dealer.agent);
    const want = async (is_active: 0 | 1) => owner(team.remove, { params: { id }, body: { is_active } });
    expect((await want(1)).data).toEqual({ id, is_active: true });
    for (const _ of [1, 2]) {
      expect(await want(0)).toMatchObject({
        message: expect.stringContaining("was deleted"),
        data: { id, is_active: false },
      });
      await expect(app.token(dealer.agent)).rejects.toMatchObject({ status: 401 });
    }
    for (const _ of [1, 2]) {
      expect(await want(1)).toMatchObject({ message: "Agent Tester is active again", data: { id, is_active: true } });
    }
    expect((await audited()).map(({ action }) => action)).toEqual(["deactivated", "re-activated"]);
  });

  test("one location hands over only that location's chats", async () => {
    const id = await idOf(dealer.manager);
    const places = [dealer.location_id, dealer.otherLocation_id];
    const change = (location_ids: number[]) => {
      const body = { first_name: "Manager", last_name: "Tester", email: dealer.manager, location_ids };
      return owner(team.update, { params: { id }, body });
    };
    await change(places);
    for (const place of places) await chatOf(await app.signIn(dealer.owner, place), id);
    expect((await change([dealer.otherLocation_id])).message).toBe("Team member updated. 1 chat was assigned to you");
    expect(await assignees()).toEqual([ownerId, id]);
  });
});
