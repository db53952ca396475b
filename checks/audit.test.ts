import { afterAll, expect, test } from "vitest";
import { allows, type Role } from "#core/people.ts";
import { freshPhone } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { bearer, buildRequest, type FieldValues, sendRequest } from "./callRequests.ts";
import { rowIdsFor } from "./rowKinds.ts";
import { createSampleRows } from "./sampleRows.ts";

/** The audit trail records who did it and from where. Every new call that writes belongs on one of these lists. */
const app = await startTestApp();
afterAll(() => app.close());

const dealer = await app.dealership();
const rows = await createSampleRows(app, await app.signIn(dealer.owner));
const emails: Partial<Record<Role, string>> = { superadmin: (await app.operator()).email, dealer: dealer.owner };

const client = {
  title: "Downtown",
  country: "US",
  state: "NY",
  password: "Harbor-lights-7",
  confirm_password: "Harbor-lights-7",
  email: "new-client@example.com",
};

/** Audited calls and the fields each needs beyond the defaults, ordered so that each still finds its rows. */
const audited: Record<string, FieldValues> = {
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

/** Audited calls that need more than one request; their own slices test them. */
const auditedElsewhere =
  /^(registration\.complete|settings\.(requestNumber|callPhone|notificationPhone|otpPhone|verifyPhone|photo|removePhoto|password)|customers\.removeChosen|uploads\.copyFromTemp|consent\.(decide|proof)|duplicates\.merge|visits\.end|clients\.buyNumber|operatorTags\.remove)$/;

/** Reads, and everyday work that its own rows record: messages, chats, customers, appointments. */
const notAudited =
  /^(inbox|chatAttachments|chatTags|notifications|live|lists|customers|uploads|appointments|tasks|scheduledMessages|chatNotes|teamwork)\.|^settings\.(profile|resendPhoneCode|sessions)$|^alerts\.(open|rules|dismiss)$|^team\.list$|^visits\.ofBusiness$|^accounts\.logout$|^clients\.searchNumbers$/;

async function latestAuditEntry() {
  const { rows } = await app.pool.query<{ id: number; user_id: number | null; ip: string }>(
    "select id, user_id, ip from audit_log order by id desc limit 1",
  );
  return rows[0] ?? { id: 0, user_id: null, ip: "" };
}

test.each(Object.entries(audited))("%s records who did it and from where", async (name, extraFields) => {
  const call = app.server.mountedCalls.find((mounted) => mounted.name === name);
  if (!call) throw new Error(`${name} is not mounted`);
  await app.pool.query("delete from rate_limits");
  const role: Role = allows(call.allow, "dealer") ? "dealer" : "superadmin";
  const token = await app.token(emails[role] ?? "");
  const before = await latestAuditEntry();
  const ids = role === "dealer" ? rowIdsFor(rows, call) : {};
  const answer = await sendRequest(
    app,
    buildRequest(call, { ...ids, phone: freshPhone(), ...extraFields }, bearer(token)),
  );
  expect(answer).toMatchObject({ status: 200 });
  const after = await latestAuditEntry();
  expect(after.id).toBeGreaterThan(before.id);
  expect(after).toMatchObject({ user_id: expect.any(Number), ip: "127.0.0.1" });
});

test("every call that can change something is listed as audited or not", () => {
  const writing = app.server.mountedCalls.filter(
    ({ supportAccess, allow, table, method, path }) =>
      supportAccess !== "reads" && Array.isArray(allow) && !table && !(method === "GET" && path.startsWith("/admin/")),
  );
  const missing = writing.filter(
    ({ name }) => !(name in audited) && !auditedElsewhere.test(name) && !notAudited.test(name),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});
