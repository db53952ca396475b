import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, ownerToken, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const moving = (page: Page) => page.getByRole("dialog", { name: "Move appointment" });
const start = (page: Page) => moving(page).getByLabel("Start time");
const submit = (page: Page) => moving(page).getByRole("button", { name: /^Move/ });
const details = (page: Page, title: string) => page.getByRole("dialog", { name: title });

/** A Tuesday of this journey's own. */
const freeDay = () => new Date(Date.UTC(2028, 0, 4 + 7 * randomInt(90))).toISOString().slice(0, 10);

test("appointments are moved in the calendar: dragged, by keyboard, around a colleague's, and back", {
  tag: "@layout",
}, async ({ page, app, signIn, request, isMobile }) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const post = async (path: string, data: object) => (await request.post(`/api${path}`, { headers, data })).json();
  const host_id = (await (await request.get("/api/teams/chat", { headers })).json()).data.teamMembers[0].id;
  const day = freeDay();
  const add = async (hour: string) => {
    const person = newCustomerInput();
    const customer_id = await addCustomer(request, app, person);
    const time = { timeType: "custom", appointment_date: day, customTimeHours: hour, customTimeMinutes: "00" };
    const title = `Drive ${person.last_name}`;
    const draft = { title, type: 0, customer_id, notes: "", host_id, ...time, customTimeAmPm: "AM" };
    expect(await post("/appointments/add", draft)).toMatchObject({ status: "success" });
    return { title, who: `Rita ${person.last_name}` };
  };
  const [first, second] = [await add("09"), await add("10")];
  const entry = (at: string) =>
    isMobile
      ? page.getByRole("button", { name: `${at} ${second.who} ${second.title}` })
      : page.getByTitle(`${at} ${second.who}: ${second.title}`);
  const slot = (at: string) => page.getByRole("button", { name: `Create appointment, ${day} ${at}` });

  await signIn(page, "owner");
  await page.goto("/appointments");
  await page.getByRole("radio", { name: "Calendar" }).click();
  await expect(page).toHaveURL(/view=calendar/);
  await openInApp(page, `/appointments?view=calendar&day=${day}`);
  await expect(entry("10:00 AM")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  if (!isMobile) {
    await entry("10:00 AM").dragTo(slot("11:00 AM"), { targetPosition: { x: 20, y: 3 } });
    await expect(page.getByText("Appointment moved", { exact: true })).toBeVisible();
    await expect(entry("11:00 AM")).toBeVisible();
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(page.getByText("Appointment moved back")).toBeVisible();
    await expect(entry("10:00 AM")).toBeVisible();
    await entry("10:00 AM").dragTo(page.getByTitle(`9:00 AM ${first.who}: ${first.title}`));
  } else {
    await entry("10:00 AM").tap();
    await details(page, second.title).getByRole("button", { name: "Move" }).click();
    await start(page).fill("09:00");
    await submit(page).click();
  }
  await expect(moving(page).getByRole("alert")).toContainText(`has “${first.title}” with ${first.who} from 9:00 AM`);
  await expectNoAxeViolations(page);
  await start(page).fill("13:00");
  await submit(page).click();
  await expect(entry("1:00 PM")).toBeVisible();

  await entry("1:00 PM").focus();
  await page.keyboard.press("Enter");
  await expect(details(page, second.title)).toContainText("30 min");
  await details(page, second.title).getByRole("button", { name: "Move" }).press("Enter");
  await start(page).fill("19:30");
  await submit(page).press("Enter");
  await expect(moving(page).getByRole("alert")).toContainText("outside business hours");
  await submit(page).press("Enter");
  await expect(entry("7:30 PM")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(entry("1:00 PM")).toBeVisible();
});

test("a day has a column for each host, between whom appointments are dragged", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const { data } = await (await request.get("/api/teams/chat", { headers })).json();
  const [one, other] = data.teamMembers as { id: number; name: string; first_name: string }[];
  if (!one || !other) throw new Error("No team");
  const day = freeDay();
  const add = async (host_id: number, customTimeHours: string) => {
    const person = newCustomerInput();
    const customer_id = await addCustomer(request, app, person);
    const time = { timeType: "custom", appointment_date: day, customTimeHours, customTimeMinutes: "00" };
    const title = `Drive ${person.last_name}`;
    const draft = { title, type: 0, customer_id, notes: "", host_id, ...time, customTimeAmPm: "AM" };
    expect((await request.post("/api/appointments/add", { headers, data: draft })).ok()).toBe(true);
    return { title, who: `Rita ${person.last_name}` };
  };
  const [mine, theirs] = [await add(one.id, "10"), await add(other.id, "09")];
  const columnOf = ({ name }: { name: string }) => page.getByRole("region", { name, exact: true });
  const entry = (at: string) => page.getByTitle(`${at} ${mine.who}: ${mine.title}`);
  /** Holds the entry by its upper left corner over a time of a column. */
  const hold = async (from: string, column: { name: string }, minutesAfterNine: number) => {
    const [box, place] = [await entry(from).boundingBox(), await columnOf(column).boundingBox()];
    if (!box || !place) throw new Error("Nothing to drag");
    await page.mouse.move(box.x + 20, box.y + 5);
    await page.mouse.down();
    await page.mouse.move(place.x + 30, place.y + minutesAfterNine + 6, { steps: 6 });
  };

  await signIn(page, "owner");
  await page.goto(`/appointments?view=calendar&span=day&day=${day}`);
  await expect(columnOf(one).getByTitle(`10:00 AM ${mine.who}`)).toBeVisible();
  await expect(page.getByText("1 appointment", { exact: true })).toHaveCount(2);
  await expect(page.getByText("None to assign")).toBeVisible();
  await expect(page.getByText(/^P[SD]T$/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await hold("10:00 AM", other, 120);
  await expect(page.getByText(`Move to 11:00 AM with ${other.first_name}`)).toBeVisible();
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await expect(columnOf(one).getByTitle(`10:00 AM ${mine.who}`)).toBeVisible();

  await hold("10:00 AM", other, 120);
  await page.mouse.up();
  await expect(page.getByText("Appointment moved", { exact: true })).toBeVisible();
  await expect(columnOf(other).getByTitle(`11:00 AM ${mine.who}`)).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Appointment moved back")).toBeVisible();
  await expect(columnOf(one).getByTitle(`10:00 AM ${mine.who}`)).toBeVisible();

  await hold("10:00 AM", other, 0);
  await page.mouse.up();
  await expect(moving(page).getByRole("alert")).toContainText(`has “${theirs.title}” with ${theirs.who} from 9:00 AM`);
  await expect(moving(page).getByLabel("Host")).toHaveValue(String(other.id));
  await moving(page).getByLabel("Host").selectOption("No host");
  await submit(page).press("Enter");
  await expect(columnOf({ name: "Unassigned" }).getByTitle(`9:00 AM ${mine.who}`)).toBeVisible();
  await expect(page.getByText("1 to assign")).toBeVisible();

  // By keyboard alone: from one place to the next, and what is booked there has its time and host.
  await page.getByRole("button", { name: `Create appointment, ${day} 9:00 AM, with ${one.name}` }).focus();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog", { name: "Create an appointment" });
  await expect(form.getByLabel("Date")).toHaveValue(day);
  await expect(form.getByLabel("Hour")).toHaveValue("10");
  await expect(form.getByLabel("Host")).toHaveValue(String(other.id));
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();

  // A Sunday, on which the location is closed.
  const sunday = new Date(Date.parse(day) + 5 * 86_400_000).toISOString().slice(0, 10);
  await openInApp(page, `/appointments?view=calendar&span=day&day=${sunday}`);
  await expect(page.getByText("Closed this day")).toBeVisible();
});

test("a week of a thousand appointments stays light, and none is out of reach", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  const day = freeDay();
  const rows = Array.from({ length: 1_000 }, (_, id) => {
    const at = Date.parse(`${day}T15:00:00Z`) + (id % 4) * 86_400_000 + (id % 40) * 600_000;
    const time = {
      datetime: new Date(at).toISOString(),
      duration: 30,
      ends_at: new Date(at + 1_800_000).toISOString(),
    };
    const host = { host_id: null, host_name: "", place: "", user_id: 1, created_by: "Olivia Grant", version: 1 };
    const who = {
      customer_id: 1,
      customer_name: `Customer ${id}`,
      customer_deleted: 0,
      confirmed_at: null,
      change_asked_at: null,
    };
    return {
      id: id + 1,
      title: "Visit",
      type: id % 2,
      status: id % 3,
      notes: "",
      created: time.datetime,
      ...time,
      ...host,
      ...who,
    };
  });
  await page.route("**/api/appointments/calendar", (route) => {
    const hours = Array.from({ length: route.request().postDataJSON().days }, () => ({ opens: 540, closes: 1080 }));
    const data = { appointments: rows, is_more: false, hours, time_off: [] };
    return route.fulfill({ json: { status: "success", message: "", data } });
  });
  await signIn(page, "owner");
  await page.goto(`/appointments?view=calendar&day=${day}`);
  const more = page.getByTitle(/more appointments at/).first();
  await expect(more).toBeVisible();
  expect(await page.locator("main *").count()).toBeLessThanOrEqual(1_500);
  await expectNoAxeViolationsInBothSchemes(page);
  const team = Array.from({ length: 9 }, (_, id) => ({
    id: id + 1,
    name: `Member ${id}`,
    first_name: "Member",
    last_name: String(id),
    name_initials: "M",
    user_type: "agent",
    email: "",
    user_image: null,
  }));
  await page.route("**/api/teams/chat", (route) =>
    route.fulfill({ json: { status: "success", message: "", data: { teamMembers: team } } }),
  );
  await more.click();
  await expect(page).toHaveURL(/span=day/);
  await page.reload();
  await expect(page.getByTitle(/more appointments at/).first()).toBeVisible();
  expect(await page.locator("main *").count()).toBeLessThanOrEqual(1_500);
  for (const column of await page.getByRole("region", { name: /^Member/ }).all())
    expect((await column.boundingBox())?.width).toBeGreaterThanOrEqual(150);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width, "only the columns scroll sideways").toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
  await expectNoAxeViolationsInBothSchemes(page);
});

test("time off keeps appointments away, and those in it are moved first", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const { data: profile } = await (await request.get("/api/profile", { headers })).json();
  const day = freeDay();
  const shownDay = new Date(day).toLocaleDateString("en-US", { timeZone: "UTC", month: "short", day: "numeric" });
  const person = newCustomerInput();
  const customer_id = await addCustomer(request, app, person);
  const time = { timeType: "custom", appointment_date: day, customTimeHours: "09", customTimeMinutes: "00" };
  const title = `Drive ${person.last_name}`;
  const draft = { title, type: 0, customer_id, notes: "", host_id: profile.id, ...time, customTimeAmPm: "AM" };
  expect((await request.post("/api/appointments/add", { headers, data: draft })).ok()).toBe(true);

  await signIn(page, "owner");
  await page.goto(`/appointments?view=calendar&day=${day}`);
  await page.getByRole("button", { name: "Time off", exact: true }).click();
  const list = page.getByRole("dialog", { name: "Time off", exact: true });
  await list.getByRole("button", { name: "Add time off" }).click();
  const form = page.getByRole("dialog", { name: "Add time off" });
  await form.getByLabel("Starts").fill(`${day}T00:00`);
  await form.getByLabel("Ends").fill(`${day}T00:00`);
  await form.getByLabel("Reason").fill("Vacation");
  await form.getByRole("button", { name: "Add time off" }).click();
  await expect(form.getByLabel("Ends")).toHaveAccessibleDescription(/Select an end time after the start/);
  await form.getByLabel("Ends").fill(`${day}T18:00`);
  await form.getByRole("button", { name: "Add time off" }).click();
  await expect(form.getByRole("alert")).toContainText("has an appointment then. Move or reassign it");
  await expectNoAxeViolationsInBothSchemes(page);
  await form.getByRole("button", { name: `Move ${title} with Rita ${person.last_name}` }).press("Enter");
  await moving(page).getByLabel("Host").selectOption("No host");
  await submit(page).press("Enter");
  await expect(form.getByRole("alert")).toContainText("All of them have been moved. Save again.");
  await form.getByRole("button", { name: "Add time off" }).press("Enter");
  await expect(page.getByText("Time off added")).toBeVisible();
  await expect(list).toContainText("Vacation");
  await expectNoAxeViolations(page);
  await page.keyboard.press("Escape");
  await expect(page.getByText(/^Off: .+ 12:00 AM to .+ 6:00 PM \(Vacation\)$/)).toBeVisible();

  await page.getByTitle(`9:00 AM Rita ${person.last_name}: ${title}`).press("Enter");
  await details(page, title).getByRole("button", { name: "Move" }).press("Enter");
  await moving(page).getByLabel("Host").selectOption(String(profile.id));
  await submit(page).press("Enter");
  await expect(moving(page).getByRole("alert")).toContainText("is off then: Vacation.");
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Time off", exact: true }).click();
  await list
    .getByRole("listitem")
    .filter({ hasText: "12:00 AM" })
    .filter({ hasText: shownDay })
    .getByRole("button", { name: /^Delete/ })
    .click();
  await page.getByRole("dialog", { name: "Delete time off?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Time off removed")).toBeVisible();
});
