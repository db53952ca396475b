import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reminderReasons } from "#domains/appointments/reminders/contract.ts";
import { reminderReasonTexts } from "#domains/appointments/reminders/rules.ts";
import { mailSkipTexts } from "#domains/campaigns/email/rules.ts";
import { skipReasons, skipReasonTexts } from "#domains/marketing/rules/rules.ts";
import { inviteReasons, leftOutTexts } from "#domains/reputation/invites/rules.ts";
import { type FreshDatabase, freshDatabase } from "#testing/database.ts";

/* Whatever keeps a reminder, an invite or a campaign's message from someone is said in words wherever it is shown. */

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

test.each([
  ["reminders", reminderReasons, reminderReasonTexts],
  ["invites", inviteReasons, leftOutTexts],
  ["campaigns' texts", skipReasons, skipReasonTexts],
  ["campaigns' emails", skipReasons, mailSkipTexts],
])("each reason of %s has words, each its own", (_what, reasons, texts: Record<string, string>) => {
  expect(Object.keys(texts).sort()).toEqual([...reasons].sort());
  for (const text of Object.values(texts)) expect(text).toMatch(/^[A-Za-z][\w ,:'’-]+$/);
  expect(new Set(Object.values(texts)).size).toBe(reasons.length);
});

test("the database takes no other reasons of reminders", async () => {
  const client = new pg.Client(database.url);
  await client.connect();
  const { rows } = await client.query<{ rule: string }>(
    "select pg_get_constraintdef(oid) as rule from pg_constraint where conname = 'appointment_reminders_reason_check'",
  );
  await client.end();
  const stored = [...(rows[0]?.rule.matchAll(/'(\w*)'::text/g) ?? [])].map(([, reason]) => reason);
  expect(stored.sort()).toEqual(["", ...reminderReasons].sort());
});
