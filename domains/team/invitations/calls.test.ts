import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { team } from "#domains/team/contract.ts";
import { requireCodes } from "#testing/accounts/secondFactor.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp, type TestApp, testUrl } from "#testing/testApp.ts";
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

const address = () => `ana-${crypto.randomUUID()}@example.com`;
const names = { first_name: "Ana", last_name: "Lopez" };
const openInvitations = async () => (await owner(invitations.list)).data.invitations;
const look = async (token: string) => (await app.anyone(invitations.look, { body: { token } })).data;
const accept = (token: string, more: object = {}) =>
  app.anyone(invitations.accept, { body: { token, ...names, email: "", password: "Harbor-lights-9", ...more } });

const tokenFrom = (text = "") =>
  text.match(new RegExp(`${testUrl}/invitation#([\\w-]{43})(?![\\w-])`))?.[1] ?? "no link";
const mailedTo = (email: string) => tokenFrom(app.mails.to(email)?.text);
const textedTo = (phone: string) => tokenFrom(app.sms.sent.findLast(({ to }) => to === phone)?.body);

async function invited(more: object = {}) {
  const email = address();
  const { data } = await owner(invitations.send, { body: { ...names, email, phone: "", ...more } });
  return { email, id: data.invitation_id, token: mailedTo(email) };
}

describe("an invitation by e-mail", () => {
  test("carries a link, is listed, and says who invites whom as what", async () => {
    const email = address();
    const location_ids = [dealer.location_id, dealer.otherLocation_id];
    const body = { ...names, email: email.toUpperCase(), phone: "", user_type: "manager", del_allowed: 1 } as const;
    const sent = await owner(invitations.send, { body: { ...body, location_ids } });
    expect(sent.message).toBe(`Invitation sent to ${email}`);
    const { business_name } = (await owner(accounts.profile)).data;
    const mail = app.mails.to(email);
    expect(mail).toMatchObject({ subject: `“Owner Tester” invited you to join “${business_name}” on Rooftop` });
    expect(mail?.html).toContain(`<a class="brand" href="${testUrl}/invitation#${mailedTo(email)}"`);
    const now = app.clock.now();
    const expires_at = new Date(now.getTime() + 7 * 86_400_000).toISOString();
    const places = [
      { id: dealer.otherLocation_id, title: "Airport" },
      { id: dealer.location_id, title: "Downtown" },
    ];
    expect(await openInvitations()).toEqual([
      {
        id: sent.data.invitation_id,
        ...names,
        name_initials: "AL",
        email,
        phone: "",
        user_type: "manager",
        del_allowed: 1,
        locations: places,
        sent_at: now.toISOString(),
        expires_at,
        state: "open",
      },
    ]);
    expect(await look(mailedTo(email))).toEqual({
      business_name,
      ...names,
      email,
      invited_by: "Owner Tester",
      user_type: "manager",
      locations: ["Airport", "Downtown"],
      expires_at,
    });
  });

  test("turns whoever accepts it into a member, signed in at once", async () => {
    const { email, token } = await invited({ user_type: "manager", del_allowed: 1 });
    app.events.published.splice(0);
    const answer = await accept(token, { first_name: "Anna", email: "ignored@example.com" });
    expect(answer.message).toBe(`Welcome to ${answer.data.business_name}`);
    expect(answer.data).toMatchObject({
      first_name: "Anna",
      user_type: "manager",
      login_status: "okay",
      must_change_password: false,
      dealer_id: dealer.dealer_id,
      location_id: dealer.location_id,
    });
    const profile = (await injectedCaller(app.http, answer.data.access_token)(accounts.profile)).data;
    expect(profile).toMatchObject({ email, del_allowed: 1, first_name: "Anna" });
    await app.anyone(accounts.login, { body: { email, password: "Harbor-lights-9", remember_me: 0 } });
    expect(await openInvitations()).toEqual([]);
    const member = (await owner(team.list)).data.teamMembers.find((one) => one.email === email);
    expect(member?.locations).toEqual([{ id: dealer.location_id, title: "Downtown" }]);
    expect(app.events.inRoom({ kind: "dealer", dealer_id: dealer.dealer_id })).toMatchObject([
      { event: "team-changed" },
    ]);
    const trail =
      "select action, user_id::int from audit_log where dealer_id = $1 and subject = 'invitation' order by id";
    const { rows } = await app.pool.query(trail, [dealer.dealer_id]);
    const ids = { owner: (await owner(accounts.profile)).data.id, member: profile.id };
    expect(rows).toEqual([
      { action: "sent", user_id: ids.owner },
      { action: "accepted", user_id: ids.member },
    ]);
  });

  test("asks for a number for codes if the business requires codes of its team", async () => {
    const { token } = await invited();
    await requireCodes(app, dealer.dealer_id);
    const { data } = await accept(token);
    expect(data.login_status).toBe("number");
    await expect(injectedCaller(app.http, data.access_token)(accounts.profile)).rejects.toMatchObject({ status: 401 });
  });

  test("stores no link", async () => {
    const { token } = await invited();
    const { rows } = await app.pool.query("select t::text as row from team_invitations t");
    for (const { row } of rows) expect(row).not.toContain(token);
    const queued = JSON.stringify(app.jobs.queued);
    expect(queued).not.toContain(token);
  });
});

describe("an invitation by text", () => {
  test("comes from the platform's or the business's number; the address is chosen with the password", async () => {
    const [phone, email] = [freshPhone(), address()];
    const sent = await owner(invitations.send, { body: { ...names, email: "", phone: phone.slice(2) } });
    expect(sent.message).toMatch(/^Invitation sent to \(\d{3}\) \d{3}-\d{4}$/);
    const text = app.sms.sent.findLast(({ to }) => to === phone);
    expect(text?.body).toMatch(/^Rooftop: "Owner Tester" invited you to join ".+"\. Choose a password within 7 days: /);
    const token = textedTo(phone);
    expect((await look(token)).email).toBe("");
    await expect(accept(token)).rejects.toMatchObject({ status: 422, fields: { email: "Email is required" } });
    await accept(token, { email: email.toUpperCase() });
    const member = (await owner(team.list)).data.teamMembers.find((one) => one.email === email);
    expect(member).toMatchObject({ phone, first_name: "Ana" });
  });

  test("goes both ways when both are given, with the same link", async () => {
    const [phone, email] = [freshPhone(), address()];
    const sent = await owner(invitations.send, { body: { ...names, email, phone: phone.slice(2) } });
    expect(sent.message).toContain(`${email} and (`);
    expect(textedTo(phone)).toBe(mailedTo(email));
  });
});

describe("sent again", () => {
  test("it has a new link for seven more days; the old one has ended", async () => {
    const { email, id, token } = await invited();
    app.clock.advance(8 * 86_400_000);
    owner = await app.signIn(dealer.owner);
    expect(await openInvitations()).toMatchObject([{ id, state: "expired" }]);
    await owner(invitations.resend, { params: { invitation_id: id } });
    expect(await openInvitations()).toMatchObject([{ id, state: "open", sent_at: app.clock.now().toISOString() }]);
    await expect(look(token)).rejects.toMatchObject({ status: 422 });
    expect((await look(mailedTo(email))).first_name).toBe("Ana");
  });

  test("but accepted by no provider, the old link keeps working", async () => {
    const { id, token } = await invited();
    app.mails.answerNext({ kind: "refused", words: "550 No such address" });
    const again = owner(invitations.resend, { params: { invitation_id: id } });
    await expect(again).rejects.toMatchObject({ status: 503 });
    expect((await look(token)).first_name).toBe("Ana");
  });
});
