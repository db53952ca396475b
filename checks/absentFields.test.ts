import { expect, test } from "vitest";
import * as z from "zod/mini";
import type { Call } from "#core/call.ts";
import { bodySchema } from "#core/server/serve.ts";
import { domains } from "#server/domains.ts";

/* A change that leaves out a field keeps what is saved or is refused: a default would overwrite it unseen. */

const calls = domains.flatMap(({ calls = [] }) => calls).flatMap((group) => Object.values(group.calls) as Call[]);

const perCall = "says how this one call goes, and isn't saved";
const noKey = "empty means the usual one, and nothing is saved by it";

/** Fields with a default that overwrites nothing, by the reason. */
const harmless: Record<string, readonly string[]> = {
  [perCall]: [
    "uploads.copyFromTemp known",
    "uploads.copyFromTemp consent",
    "teamwork.presence is_typing",
    "reviews.update version",
    "reviews.reply version",
    "reviews.reply anyway",
    "appointmentCalendar.move confirmed",
    "meetings.edit text_customer",
    "meetings.edit mail_customer",
    "meetings.cancel text_customer",
    "kiosk.view device",
    "kiosk.unlock device",
    "kiosk.logout device",
    "reviewConnections.finish code",
    "connectedCalendar.finish code",
    "leadPages.finish code",
    "invitations.accept email",
    "reauthentication.confirm otp",
    "leadPlans.save inside",
    "leadPlans.turn inside",
    "leads.move outcome",
    "leads.move lost_reason",
    "leads.move sale_price",
  ],
  [noKey]: [
    "sourceReport.saveSpend month",
    "leadGoals.save month",
    "team.update password",
    "clients.changePassword password",
  ],
  "only timeType custom reads it, and requires it": ["appointments.edit", "meetings.edit"].flatMap((call) =>
    ["appointment_date", "customTimeHours", "customTimeMinutes", "customTimeAmPm"].map((field) => `${call} ${field}`),
  ),
  "without it the time stays": ["outreach.changeCall at"],
  "a call is added, and none is changed": ["minutes", "note", "at"].map((field) => `outreach.logCall ${field}`),
  "a ledger is only added to": ["consent.opt evidence", "consent.opt reason"],
  "only a site of the business's own has one, which requires it": ["reviewSites.update title"],
  "names which leads are changed, and how; no lead's own field is left out": [
    ...["assign", "move", "remove", "startPlan", "tag", "list"].flatMap((call) =>
      ["lead_ids", "all", "show", "kind", "source", "search", "reached", "from_day", "to_day", "dated"].map(
        (field) => `leadBulk.${call} ${field}`,
      ),
    ),
    "leadBulk.list list_id",
    "leadBulk.list title",
    "leadBulk.move outcome",
    "leadBulk.move lost_reason",
  ],
  "the survivor's own values stay": ["duplicates.merge take", "duplicates.merge take_custom"],
  "a new field has none, and a choice requires one": ["customFields.add options"],
  "the first save of an upload": [
    "uploads.csvUpload list_title",
    "uploads.csvCopy csv_file",
    "uploads.csvCopy list_title",
    "uploads.copyFromTemp list_title",
  ],
  "a test is sent, not saved": ["testEmails.send", "testTexts.send"].flatMap((call) =>
    ["email_subject", "email_preheader", "campaign_template", "message"].map((field) => `${call} ${field}`),
  ),
};

/** Makes something new, or only reads: nothing saved can be lost. */
const makesNew =
  /\/(add|store|register|register-complete|send|sendMessage|export|invite|login|request|buy|place|multiple|teams)$/;

const isChange = ({ method, table, supportAccess, audit, path }: Call) =>
  method !== "GET" && !table && supportAccess !== "reads" && !audit?.includes("only reads") && !makesNew.test(path);

/** Fields that a call fills in when they are left out. */
function filledIn(call: Call): string[] {
  const { shape = {} } = (bodySchema(call) ?? {}) as { shape?: Record<string, z.ZodMiniType> };
  return Object.entries(shape).flatMap(([field, schema]) => {
    const read = z.safeParse(schema, undefined);
    return read.success && read.data !== undefined ? [`${call.name} ${field}`] : [];
  });
}

test("a change overwrites nothing with what it wasn't sent", () => {
  const known = new Set(Object.values(harmless).flat());
  const filled = calls.filter(isChange).flatMap(filledIn);
  expect(filled.length).toBeGreaterThan(20);
  expect(filled.filter((field) => !known.has(field))).toEqual([]);
});
