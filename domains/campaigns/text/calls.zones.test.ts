import { afterAll, beforeAll, expect, test } from "vitest";
import { daysLater, instantAt, wallTimeAt, weekdayOf } from "#core/wallTime.ts";
import { startCampaigns } from "#testing/campaigns/startCampaigns.ts";
import { startTestApp } from "#testing/testApp.ts";

/* The three ways of sending, by the clocks of those who get it. */

const app = await startTestApp();
afterAll(() => app.close());
const campaigns = await startCampaigns(app);
const hourMs = 3_600_000;
const newYork = "America/New_York";

const addresses = {
  "America/New_York": "1 Elm St, Albany, NY 12207",
  "America/Chicago": "1 Elm St, Chicago, IL 60601",
  "America/Phoenix": "1 Elm St, Phoenix, AZ 85001",
  "America/Los_Angeles": "1 Elm St, Fresno, CA 93701",
};
type Zone = keyof typeof addresses;
const zones = Object.keys(addresses) as Zone[];
let people: Map<string, Zone>;
let list_id: number;

beforeAll(async () => {
  const added = [];
  for (const zone of zones) added.push({ zone, ...(await campaigns.person({ address: addresses[zone] })) });
  people = new Map(added.map(({ zone, phone }) => [phone, zone]));
  list_id = await campaigns.list(added.map(({ id }) => id));
});

function moveTo(instant: Date): void {
  app.clock.advance(instant.getTime() - app.clock.now().getTime());
}

/** The next Sunday on which the clocks change: the second of March, the first of November. */
function nextClockChange(month: "03" | "11"): string {
  const nth = month === "03" ? 2 : 1;
  const year = app.clock.now().getUTCFullYear();
  const changes = [year, year + 1, year + 2].map((one) => {
    const sundays = Array.from({ length: 14 }, (_, day) => daysLater(`${one}-${month}-01`, day)).filter(
      (date) => weekdayOf(date) === 0,
    );
    return sundays[nth - 1] ?? "";
  });
  const soonest = new Date(app.clock.now().getTime() + 3 * 24 * hourMs).toJSON().slice(0, 10);
  return changes.find((date) => date > soonest) ?? "";
}

/** Works every five minutes until nobody waits. @returns when each zone's text left, by its own clock. */
async function departures(id: number): Promise<Record<string, string>> {
  app.sms.sent.splice(0);
  const left: Record<string, string> = {};
  for (let round = 0; round < 12 * 40 && Object.keys(left).length < zones.length; round += 1) {
    await campaigns.start();
    await campaigns.feed();
    for (const { to } of app.sms.sent.splice(0)) {
      const zone = people.get(to) ?? newYork;
      const { date, minutes } = wallTimeAt(app.clock.now(), zone);
      left[zone] =
        `${date} ${String(Math.floor(minutes / 60)).padStart(2, "0")}:${String(minutes % 60).padStart(2, "0")}`;
    }
    app.clock.advance(300_000);
  }
  await campaigns.signIn();
  expect((await campaigns.detail(id)).campaign_status).toBe("Sent");
  return left;
}

/** The evening before a day, in New York. */
async function eveningBefore(date: string): Promise<void> {
  moveTo(instantAt({ date: daysLater(date, -1), minutes: 22 * 60 }, newYork, "next"));
  await campaigns.signIn();
}

const scheduled = (
  campaign_send_option: "later" | "timezone",
  campaign_send_date: string,
  campaign_send_time: string,
) =>
  campaigns.add({
    campaign_customers_list: [list_id],
    campaign_send_option,
    campaign_send_date,
    campaign_send_time,
    campaign_send_timezone: campaign_send_option === "timezone" ? newYork : "",
  });

test("now: who sleeps is texted within twenty minutes of their own morning", async () => {
  const tuesday = Array.from({ length: 7 }, (_, day) => daysLater(app.clock.now().toJSON().slice(0, 10), day + 2)).find(
    (date) => weekdayOf(date) === 2,
  );
  moveTo(instantAt({ date: tuesday ?? "", minutes: 9 * 60 + 30 }, newYork, "next"));
  await campaigns.signIn();
  const left = await departures(await campaigns.add({ campaign_customers_list: [list_id] }));
  expect(left[newYork]).toBe(`${tuesday} 09:30`);
  expect(left["America/Chicago"]).toBe(`${tuesday} 08:30`);
  for (const zone of ["America/Phoenix", "America/Los_Angeles"]) {
    expect(left[zone]).toMatch(new RegExp(`^${tuesday} 08:(0|1|2)`));
  }
});

test.each(["03", "11"] as const)(
  "at the location's time, scheduled before the clocks change (month %s): the wall's ten o'clock of the new time",
  async (month) => {
    const sunday = nextClockChange(month);
    await eveningBefore(sunday);
    const left = await departures(await scheduled("later", sunday, "10:00"));
    expect(left[newYork]).toBe(`${sunday} 10:00`);
    expect(left["America/Chicago"]).toBe(`${sunday} 09:00`);
    // In Fresno it is seven o'clock then; Phoenix doesn't change its clocks, so there it is seven or eight.
    expect(left["America/Los_Angeles"]).toMatch(new RegExp(`^${sunday} 08:(0|1|2)`));
    expect(left["America/Phoenix"]).toMatch(month === "03" ? new RegExp(`^${sunday} 08:(0|1|2)`) : `${sunday} 08:00`);
  },
);

test.each(["03", "11"] as const)(
  "at each one's own time, scheduled before the clocks change (month %s): ten o'clock everywhere",
  async (month) => {
    const sunday = nextClockChange(month);
    await eveningBefore(sunday);
    const left = await departures(await scheduled("timezone", sunday, "10:00"));
    expect(left).toEqual(Object.fromEntries(zones.map((zone) => [zone, `${sunday} 10:00`])));
  },
);

test("on a Sunday, Texas is texted from noon on, and Rhode Island until five", async () => {
  const austin = await campaigns.person({ address: "1 Elm St, Austin, TX 78701" });
  const providence = await campaigns.person({ address: "1 Elm St, Providence, RI 02903" });
  const both = await campaigns.list([austin.id, providence.id]);
  const sunday = daysLater(nextClockChange("11"), 7);
  moveTo(instantAt({ date: sunday, minutes: 9 * 60 }, newYork, "next"));
  await campaigns.signIn();
  const id = await campaigns.add({ campaign_customers_list: [both] });
  app.sms.sent.splice(0);
  const left: Record<string, string> = {};
  for (let round = 0; round < 12 * 6; round += 1) {
    await campaigns.start();
    await campaigns.feed();
    for (const { to } of app.sms.sent.splice(0)) {
      const { date, minutes } = wallTimeAt(app.clock.now(), to === austin.phone ? "America/Chicago" : newYork);
      left[to] = `${date} ${Math.floor(minutes / 60)}`;
    }
    app.clock.advance(300_000);
  }
  expect(left).toEqual({ [austin.phone]: `${sunday} 12`, [providence.phone]: `${sunday} 10` });
  await campaigns.signIn();
  expect((await campaigns.detail(id)).campaign_status).toBe("Sent");
  // After five, Rhode Island waits for Monday's nine o'clock.
  moveTo(instantAt({ date: sunday, minutes: 17 * 60 + 5 }, newYork, "next"));
  const late = await campaigns.add({ campaign_customers_list: [await campaigns.list([providence.id])] });
  await campaigns.start();
  await campaigns.feed();
  expect(app.sms.sent).toEqual([]);
  const [row] = await campaigns.rows(late);
  expect(wallTimeAt(row?.due_at ?? new Date(0), newYork)).toMatchObject({ date: daysLater(sunday, 1) });
});

test("an hour that the change skips waits for the morning", async () => {
  const sunday = nextClockChange("03");
  await eveningBefore(sunday);
  const left = await departures(await scheduled("timezone", sunday, "02:30"));
  for (const zone of zones) expect(left[zone]).toMatch(new RegExp(`^${sunday} 08:(0|1|2)`));
});

test("at each one's own time: a zone in which it has passed goes at once, and everywhere is refused", async () => {
  const monday = daysLater(nextClockChange("11"), 8);
  moveTo(instantAt({ date: monday, minutes: 11 * 60 }, newYork, "next"));
  await campaigns.signIn();
  const left = await departures(await scheduled("timezone", monday, "10:00"));
  expect(left[newYork]).toBe(`${monday} 11:00`);
  expect(left["America/Chicago"]).toBe(`${monday} 10:00`);
  expect(left["America/Los_Angeles"]).toBe(`${monday} 10:00`);
  await expect(scheduled("timezone", daysLater(monday, -1), "10:00")).rejects.toMatchObject({ status: 422 });
});
