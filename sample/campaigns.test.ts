import { afterAll, beforeAll, expect, test } from "vitest";
import { unknownVariables } from "#core/variables.ts";
import { campaignsManifest } from "#domains/campaigns/server/manifest.ts";
import { textCampaigns } from "#domains/campaigns/text/contract.ts";
import { textTemplates } from "#domains/templates/text/contract.ts";
import { refusalOf } from "#ports/sms/carrierErrors.ts";
import { password } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";
import { seedDealership } from "./dealership.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  app.clock.set(new Date("2026-11-24T18:30:00Z"));
  const seed = app.server.within.control("test", (unit) => seedDealership(unit, password, app.clock.now()));
  expect(await seed).toBe(true);
});
afterAll(() => app.close());

async function rows<T>(text: string): Promise<T[]> {
  return (await app.pool.query(text)).rows as T[];
}
/** Expects a query for violations to find none. */
const expectNone = async (text: string) => expect(await rows(text)).toEqual([]);

test("a campaign was sent: everybody in it has one end, and only those who agreed got it", async () => {
  const call = await app.signIn("manager@demo.rooftop.test");
  const campaigns = (await call(textCampaigns.table, { body: {} })).data;
  const sent = campaigns.find(({ campaign_status }) => campaign_status === "Sent");
  if (!sent) throw new Error("No campaign was sent");
  const { stats, total_recipients } = sent;
  expect(stats.audience).toBe(total_recipients);
  expect(stats.handed + stats.skipped).toBe(total_recipients);
  expect(stats).toMatchObject({ failed: 4, waiting: 0, unsubscribes: 1 });
  expect(stats.delivered).toBeGreaterThan(50);
  for (const outcome of ["replies", "appointments", "skipped"] as const) {
    expect(stats[outcome], outcome).toBeGreaterThan(2);
  }
  // As in life: few who get a text come in.
  expect(stats.appointments).toBeLessThan(stats.delivered / 4);
  const detail = (await call(textCampaigns.one, { params: { id: sent.id } })).data.campaignDetail;
  expect(detail.failures).toEqual(
    ["30003", "30005", "30006"].map((code) => {
      return { error_code: code, text: refusalOf(code).words, count: code === "30003" ? 2 : 1 };
    }),
  );
  expect(detail.reasons.map(({ reason }) => reason)).toEqual(["opted_out", "unanswered"]);
  expect(detail.brake.limits.filter(({ percent, limit_percent }) => percent > limit_percent)).toEqual([]);
  await expectNone(`select r.n from campaign_recipients r join customers c on c.dealer_id = r.dealer_id and c.id = r.customer_id
    where c.created_at > r.created_at or not exists (select from list_members m join campaign_lists l using (dealer_id, list_id)
      where l.campaign_id = r.campaign_id and m.customer_id = r.customer_id)`);
  await expectNone(`select n from campaign_recipients r where state <> 'skipped' and (
    not exists (select from consent_events e where e.phone = r.address and e.event in ('granted', 'attested') and e.at < r.handed_at)
    or exists (select from consent_events e where e.phone = r.address and e.event = 'revoked' and e.at < r.handed_at))`);
  await expectNone(`select r.n from campaign_recipients r left join campaign_bodies b on b.campaign_id = r.campaign_id and b.hash = r.body_hash
    left join simulated_messages p on p.reference = concat_ws('.', 'c', r.dealer_id, r.campaign_id, r.n, r.attempt)
    where state <> 'skipped' and (b.body is null or p.body <> b.body or p.status <> r.state or p.sid <> r.provider_sid or p.at <> r.handed_at
      or p."to" <> r.address or b.body ~ '%[a-z_|]+%' or b.body not like '% STOP %')`);
  // Its texts stand in the conversations that answered, before the answer.
  const interleaved = await rows<{
    count: number;
  }>(`select count(*)::int from campaign_recipients r join messages m on m.id = r.message_id
    join messages a on a.chat_id = m.chat_id and a.datetime = r.replied_at and a.id > m.id where m.campaign_id = r.campaign_id`);
  expect(interleaved[0]?.count).toBe(stats.replies);
});

test("one campaign is scheduled in the days to come, one is a draft, and there are templates", async () => {
  const call = await app.signIn("manager@demo.rooftop.test");
  const campaigns = (await call(textCampaigns.table, { body: {} })).data;
  expect(campaigns.map(({ campaign_status }) => campaign_status).sort()).toEqual(["-", "Scheduled", "Sent"]);
  const [scheduled] = campaigns.filter(({ campaign_status }) => campaign_status === "Scheduled");
  const { data } = await call(textCampaigns.one, { params: { id: scheduled?.id ?? 0 } });
  expect(data.campaignDetail).toMatchObject({ campaign_send_option: "later", campaign_send_time: "10:00" });
  const times = await rows<{ starts: string; wall: string }>(
    `select to_char(starts_at at time zone 'America/Los_Angeles', 'YYYY-MM-DD HH24:MI') as starts, wall_date || ' 10:00' as wall
     from campaigns where state = 'waiting' and starts_at > '${app.clock.now().toISOString()}'::timestamptz + interval '5 days'`,
  );
  expect(times).toHaveLength(1);
  expect(times[0]?.starts).toBe(times[0]?.wall);
  const { allTemplates } = (await call(textTemplates.list, { body: {} })).data;
  expect(allTemplates).toHaveLength(5);
  expect(allTemplates.flatMap(({ template }) => unknownVariables(template))).toEqual([]);
});

test("nothing that the campaigns' work does changes the sample before its campaign is due", async () => {
  const ledger = () => rows("select * from campaign_recipients order by campaign_id, n");
  const before = [
    await ledger(),
    await rows("select * from campaigns order by id"),
    await rows("select * from messages"),
  ];
  for (const { work } of campaignsManifest.intervalJobs ?? []) await work(app.server);
  const after = [
    await ledger(),
    await rows("select * from campaigns order by id"),
    await rows("select * from messages"),
  ];
  expect(after).toEqual(before);
});
