import { afterAll, expect, test } from "vitest";
import { allows, type Role } from "#core/people.ts";
import { freshPhone } from "#core/testing/dealership.ts";
import { openTestHouse } from "#core/testing/house.ts";
import { idsOf } from "./kinds.ts";
import { ask, bearer, type Given, requestOf } from "./mounted.ts";
import { rowsBy } from "./rows.ts";

/** What must be accounted for is: who did it, and from where. A new call has to be on one of the two lists. */
const house = await openTestHouse();
afterAll(() => house.close());

const dealer = await house.dealership();
const rows = await rowsBy(house, await house.signIn(dealer.owner));
const emails: Partial<Record<Role, string>> = { superadmin: (await house.operator()).email, dealer: dealer.owner };

const client = {
  ...{
    title: "Downtown",
    country: "US",
    state: "NY",
    password: "Harbor-lights-7",
    confirm_password: "Harbor-lights-7",
  },
  ...{ email: "new-client@example.com" },
};

/** In an order in which each still has what it needs, with what has to be sent besides the usual. */
const noted: Record<string, Given> = {
  "settings.crmEmail": { crm_email: "crm@example.com" },
  "settings.otpSwitches": { enable_otp_team: 0 },
  "settings.name": {},
  "settings.endSession": {},
  "settings.endOtherSessions": {},
  "voice.changeSettings": {},
  "businessHours.change": {},
  "alerts.changeRules": {},
  "tasks.changeRules": {},
  "locations.store": { title: "Harbor" },
  "locations.export": {},
  "customerExport.make": {},
  "report.export": {},
  "uploads.rejects": {},
  "uploads.undo": {},
  "consent.opt": { opt_type: "out" },
  "appointments.confirm": {},
  "appointments.update": {},
  "appointments.remove": {},
  "scheduledMessages.undo": {},
  "chatNotes.remove": {},
  "teamwork.deleteMessage": {},
  "lists.remove": {},
  "duplicates.apart": {},
  "duplicates.undo": {},
  "customers.remove": {},
  "tasks.remove": {},
  "invitations.send": { email: "invited@example.com" },
  "invitations.resend": {},
  "invitations.takeBack": {},
  "team.add": { email: "colleague@example.com" },
  "team.update": { email: "colleague-2@example.com" },
  "team.remove": {},
  "clients.add": client,
  "clients.changePassword": {
    client_id: dealer.dealer_id,
    password: "tulips-and-oaks",
    confirm_password: "tulips-and-oaks",
  },
  "operatorTags.add": { name: "Audited" },
  "visits.begin": { id: dealer.dealer_id, location_id: dealer.location_id },
};

/** Tested where they are at home, because they need more than a request, or part of their slice's own tests. */
const notedElsewhere =
  /^(registration\.complete|settings\.(requestNumber|callPhone|notificationPhone|otpPhone|verifyPhone|photo|removePhoto|password)|customers\.removeChosen|uploads\.copyFromTemp|consent\.(decide|proof)|duplicates\.merge|visits\.end|clients\.buyNumber|operatorTags\.remove)$/;

/** Reading, and everyday work, which its own rows tell of: messages, chats, customers' fields, appointments that are added. */
const unnoted =
  /^(inbox|chatAttachments|chatTags|notifications|live|lists|customers|uploads|appointments|tasks|scheduledMessages|chatNotes|teamwork)\.|^settings\.(profile|resendPhoneCode|sessions)$|^alerts\.(open|rules|dismiss)$|^team\.list$|^visits\.ofBusiness$|^accounts\.logout$|^clients\.searchNumbers$/;

async function trail() {
  const { rows } = await house.pool.query<{ id: number; user_id: number | null; ip: string }>(
    "select id, user_id, ip from audit_log order by id desc limit 1",
  );
  return rows[0] ?? { id: 0, user_id: null, ip: "" };
}

test.each(Object.entries(noted))("%s writes into the trail who did it and from where", async (name, more) => {
  const call = house.server.mounted.find((one) => one.name === name);
  if (!call) throw new Error(`${name} is gone`);
  await house.pool.query("delete from rate_limits");
  const role: Role = allows(call.allow, "dealer") ? "dealer" : "superadmin";
  const token = await house.token(emails[role] ?? "");
  const before = await trail();
  const ids = role === "dealer" ? idsOf(rows, call) : {};
  const answer = await ask(house, requestOf(call, { ...ids, phone: freshPhone(), ...more }, bearer(token)));
  expect(answer).toMatchObject({ status: 200 });
  const after = await trail();
  expect(after.id).toBeGreaterThan(before.id);
  expect(after).toMatchObject({ user_id: expect.any(Number), ip: "127.0.0.1" });
});

test("every call that can change something is on a list", () => {
  const writing = house.server.mounted.filter(
    ({ visitors, allow, table, method, path }) =>
      visitors !== "looks" && Array.isArray(allow) && !table && !(method === "GET" && path.startsWith("/admin/")),
  );
  const missing = writing.filter(({ name }) => !(name in noted) && !notedElsewhere.test(name) && !unnoted.test(name));
  expect(missing.map(({ name }) => name)).toEqual([]);
});
