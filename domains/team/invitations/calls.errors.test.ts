import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { team } from "#domains/team/contract.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { invitations } from "./contract.ts";

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

const names = { first_name: "Ana", last_name: "Lopez" };
const address = () => `ana-${crypto.randomUUID()}@example.com`;
const refusal = (field: string, message: string) => ({ status: 422, message, fields: { [field]: message } });
const endedFailure = refusal("token", "This invitation is no longer valid. Ask for a new one.");
const openInvitations = async () => (await owner(invitations.list)).data.invitations;
const send = (more: object) => owner(invitations.send, { body: { ...names, email: address(), phone: "", ...more } });
const tokenOf = (email: string) => /invitation#([\w-]+)/.exec(app.mails.to(email)?.text ?? "")?.[1] ?? "";
const look = (token: string) => app.anyone(invitations.look, { body: { token } });
const accept = (token: string, more: object = {}) =>
  app.anyone(invitations.accept, { body: { token, ...names, email: "", password: "Harbor-lights-9", ...more } });

async function invited(more: object = {}) {
  const email = address();
  return { email, id: (await send({ email, ...more })).data.invitation_id, token: tokenOf(email) };
}

const strength = "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number";

test.each([
  [{ first_name: "" }, refusal("first_name", "First name is required")],
  [{ last_name: "" }, refusal("last_name", "Last name is required")],
  [{ email: "", phone: "" }, refusal("email", "Enter an email or a phone number")],
  [{ email: "ana" }, refusal("email", "Enter a valid email address")],
  [{ phone: "909555" }, refusal("phone", "Phone number is invalid")],
  [{ user_type: "dealer" }, refusal("user_type", "Select agent or manager")],
  [{ location_ids: [] }, refusal("location_ids", "Select at least one location")],
])("one with %j is not sent", async (wrong, failure) => {
  await expect(send(wrong)).rejects.toMatchObject(failure);
  expect(await openInvitations()).toEqual([]);
});

test("one for an existing login, or for a foreign location, is not sent", async () => {
  const foreign = await app.dealership();
  const taken = refusal("email", "This email is already registered");
  await expect(send({ email: foreign.agent })).rejects.toMatchObject(taken);
  await expect(send({ location_ids: [foreign.location_id] })).rejects.toMatchObject({ status: 404 });
  expect(await openInvitations()).toEqual([]);
});

test("a second one for the same address or phone is not sent while the first is open", async () => {
  const [email, phone] = [address(), freshPhone().slice(2)];
  const { data } = await send({ email, phone });
  const text = "They already have an open invitation. Resend or cancel it";
  await expect(send({ email: email.toUpperCase() })).rejects.toMatchObject(refusal("email", text));
  await expect(send({ phone })).rejects.toMatchObject(refusal("phone", text));
  await owner(invitations.takeBack, { params: data });
  await send({ email, phone });
});

test("one that no provider accepted is not stored", async () => {
  app.mails.answerNext({ kind: "refused", words: "550 No such address" });
  await expect(send({})).rejects.toMatchObject({ status: 503, message: expect.stringContaining("couldn't send") });
  expect(await openInvitations()).toEqual([]);
  app.mails.answerNext({ kind: "lost", why: "cut" });
  await send({});
  expect(await openInvitations()).toHaveLength(1);
});

describe("a link", () => {
  test("works once, also when it is used twice at the same time", async () => {
    const { token } = await invited();
    const both = await Promise.allSettled([accept(token), accept(token)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    await expect(accept(token)).rejects.toMatchObject(endedFailure);
    expect((await owner(team.list)).data.teamMembers).toHaveLength(5);
  });

  test("that is unknown, used, taken back or too old says the same", async () => {
    const [used, back, old] = [await invited(), await invited(), await invited()];
    await accept(used.token);
    await owner(invitations.takeBack, { params: { invitation_id: back.id } });
    app.clock.advance(7 * 86_400_000);
    for (const token of ["unknown", used.token, back.token, old.token]) {
      await expect(look(token)).rejects.toMatchObject(endedFailure);
      await expect(accept(token)).rejects.toMatchObject(endedFailure);
    }
  });

  test.each([
    [{ first_name: "" }, refusal("first_name", "First name is required")],
    [{ password: "" }, refusal("password", "Password is required")],
    [{ password: "short" }, refusal("password", strength)],
    [{ password: "Password1" }, refusal("password", expect.stringContaining("too common") as never)],
  ])("stays good when %j was refused", async (wrong, failure) => {
    const { token } = await invited();
    await expect(accept(token, wrong)).rejects.toMatchObject(failure);
    await accept(token);
  });

  test("does not accept an email that was taken meanwhile", async () => {
    const { token, email } = await invited();
    await owner(team.add, { body: { ...names, email, password: "Harbor-9", phone: "" } });
    const taken = refusal("email", "This email is already registered");
    await expect(accept(token)).rejects.toMatchObject(taken);
    expect(await openInvitations()).toHaveLength(1);
  });

  test("is rate-limited", async () => {
    for (let count = 0; count < 60; count++) await expect(look("unknown")).rejects.toMatchObject(endedFailure);
    await expect(look("unknown")).rejects.toMatchObject({ status: 429 });
  });
});

test("an accepted one can be neither sent again nor taken back", async () => {
  const { id, token } = await invited();
  await accept(token);
  const params = { invitation_id: id };
  await expect(owner(invitations.resend, { params })).rejects.toMatchObject({ status: 404 });
  await expect(owner(invitations.takeBack, { params })).rejects.toMatchObject({ status: 404 });
});
