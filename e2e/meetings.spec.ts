import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { expectCreatedForNow } from "./appointment.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const creating = (page: Page) => page.getByRole("dialog", { name: "Create Virtual Meeting" });
const editing = (page: Page) => page.getByRole("dialog", { name: "Edit meeting" });
const details = (page: Page, title: string) => page.getByRole("dialog", { name: title });
/** In a host's column, or on a phone in the day's list. */
const entry = (page: Page, at: string, title: string) =>
  page.getByRole("button", { name: new RegExp(`^${at} Rita .*${title}`) });
const column = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const room = "https://meet.google.com/abc-defg-hij";
const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 500;

/** Nothing is wider than the window. */
async function expectNoSidewaysScroll(page: Page) {
  const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth] as const);
  expect(width[0]).toBeLessThanOrEqual(width[1]);
}

/** Drags an entry hours later, and into another column if one is named. */
async function dragBy(page: Page, what: Locator, hours: number, to?: Locator) {
  await what.scrollIntoViewIfNeeded();
  const [box, other] = [await what.boundingBox(), await to?.boundingBox()];
  if (!box) throw new Error("Nothing to drag");
  const [x, y] = [box.x + 40, box.y + 8];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // Half an hour is as high as the entry.
  await page.mouse.move(other ? other.x + 40 : x, y + hours * 2 * (box.height + 3), { steps: 5 });
}

test("a video meeting is made, opened by its customer, moved and canceled", async ({
  page,
  context,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  const title = `Tour ${person.last_name}`;
  await addCustomer(request, app, person);
  await signIn(page, "owner");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // A year that no other journey books, so that this day is free at every width, and another week for a second try.
  const day = `2030-05-${(isPhone(page) ? 14 : 15) + 7 * test.info().retry}`;
  await page.goto(`/virtual?day=${day}`);
  await expect(page).toHaveTitle(/Rooftop — Virtual meetings$/);
  await expect(page.getByText(isPhone(page) ? "No appointments" : "Nothing on this day.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  if (isPhone(page)) {
    await page.getByRole("button", { name: "Create Virtual Meeting" }).first().click();
    await creating(page).getByRole("combobox", { name: /^Time/ }).selectOption("10:00 AM");
  } else {
    await page.getByRole("button", { name: `Create appointment, ${day} 10:00 AM, with Andre Silva` }).click();
    await expect(creating(page).getByLabel("Host").locator("option:checked")).toHaveText("Andre Silva");
    await creating(page).getByLabel("Host").selectOption("Olivia Grant");
  }
  await expect(creating(page).getByLabel("Date")).toHaveValue(day);
  await expect(creating(page).getByRole("combobox", { name: /^Time/ })).toHaveValue("10:00 AM");
  await creating(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(creating(page).getByText("Title is required")).toBeVisible();
  await creating(page).getByLabel("Title").fill(title);
  const picker = creating(page).getByRole("combobox", { name: "Customer" });
  await picker.fill(person.last_name);
  await page.getByRole("option", { name: new RegExp(person.last_name) }).click();
  await expect(creating(page).getByRole("combobox", { name: "Where" })).toHaveValue("room");
  await expect(creating(page).getByText("Works when both of you are on the same network.")).toBeVisible();
  await creating(page).getByRole("combobox", { name: "Where" }).selectOption("link");
  await creating(page).getByLabel("Meeting link").fill("javascript:alert(1)");
  await creating(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(creating(page).getByText("Enter a link that starts with https://")).toBeVisible();
  await creating(page).getByLabel("Meeting link").fill(room);
  await expect(creating(page).getByText("Room: Google Meet")).toBeVisible();
  await creating(page).getByRole("combobox", { name: "Team members" }).click();
  await page.getByRole("listbox").getByRole("option").first().click();
  await page.keyboard.press("Tab");
  await creating(page).getByRole("checkbox", { name: "Email a calendar invitation" }).check();
  await expectNoAxeViolations(page);
  await expectNoSidewaysScroll(page);
  await creating(page).getByRole("button", { name: "Create", exact: true }).click();
  await expect(page.getByText("Meeting created")).toBeVisible();
  await expect(creating(page)).toBeHidden();
  await expect(entry(page, "10:00 AM", title)).toBeVisible();
  await expectNoSidewaysScroll(page);

  const openDetails = async () => {
    await entry(page, "1[01]:00 AM", title).click();
    await expect(details(page, title)).toBeVisible();
  };
  await openDetails();
  await expectNoAxeViolations(page);
  await details(page, title)
    .getByRole("button", { name: `Copy Link: ${title}` })
    .click();
  await expect(page.getByText("Copied")).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  const visitor = await context.newPage();
  await visitor.goto(new URL(link).pathname);
  await expect(visitor.getByRole("heading", { name: "Your video meeting" })).toBeVisible();
  await expect(visitor.getByText(/at 10:00 AM/)).toBeVisible();
  await expect(visitor.getByText(/You can join from 9:50 AM/)).toBeVisible();
  await expect(visitor.getByText(title)).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(visitor);
  await expectNoSidewaysScroll(visitor);
  await visitor.close();
  await page.keyboard.press("Escape");
  await expect(details(page, title)).toBeHidden();

  const edit = async () => {
    await details(page, title).getByRole("button", { name: "Edit appointment" }).press("Enter");
    await editing(page).getByRole("combobox", { name: /^Time/ }).selectOption("11:00 AM");
  };
  if (!isPhone(page)) {
    const ofAndre = column(page, "Andre Silva");
    await dragBy(page, entry(page, "10:00 AM", title), 1, ofAndre);
    await expect(page.getByText("Move to 11:00 AM with Andre")).toBeVisible();
    await page.mouse.up();
    await expect(page.getByText("Appointment moved", { exact: true })).toBeVisible();
    await expect(ofAndre.getByRole("button", { name: `11:00 AM Rita ${person.last_name}` })).toBeVisible();
    await page.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(page.getByText("Appointment moved back")).toBeVisible();
    await expect(column(page, "Olivia Grant").getByTitle(`10:00 AM Rita ${person.last_name}`)).toBeVisible();
    await entry(page, "10:00 AM", title).focus();
    await page.keyboard.press("Enter");
    await edit();
    await expectNoAxeViolations(page);
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Discard" }).click();
  }
  await entry(page, "10:00 AM", title).click();
  await edit();
  await editing(page).getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Meeting saved")).toBeVisible();
  await expect(entry(page, "11:00 AM", title)).toBeVisible();

  const popup = context.waitForEvent("page");
  await context.route(room, (route) => route.fulfill({ body: "The room", contentType: "text/plain" }));
  await openDetails();
  await details(page, title)
    .getByRole("link", { name: `Start: ${title}` })
    .click();
  await expect((await popup).getByText("The room")).toBeVisible();
  await (await popup).close();
  await expect(details(page, title).getByText("Started", { exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await details(page, title)
    .getByRole("button", { name: `Actions for ${title}` })
    .click();
  await page.getByRole("menuitem", { name: "Cancel meeting" }).click();
  const asking = page.getByRole("dialog", { name: "Cancel this meeting?" });
  await expectNoAxeViolations(page);
  await asking.getByRole("button", { name: "Cancel meeting" }).click();
  await expect(page.getByText("Meeting canceled")).toBeVisible();
  await expect(entry(page, "11:00 AM", title)).toHaveCount(0);
  await page.goto(new URL(link).pathname);
  await expect(page.getByText("This meeting was canceled.")).toBeVisible();
});

test("a customer who walks in is given to whoever is free next", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const person = newCustomerInput();
  await addCustomer(request, app, person);
  await signIn(page, "agent");
  await page.goto("/inperson");
  await page.getByRole("button", { name: "Walk-in" }).click();
  const dialog = page.getByRole("dialog", { name: "Walk-in" });
  await expect(dialog.getByLabel("Title")).toHaveValue("Walk-in");
  // Who is free depends on when this runs; somebody is named, or it says that nobody is.
  const host = dialog.getByLabel("Host").locator("option:checked");
  if ((await host.textContent()) === "No host") await expect(dialog.getByText(/^Nobody is free/)).toBeVisible();
  else await expect(host).toHaveAttribute("value", /^\d+$/);
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("combobox", { name: "Customer" }).fill(person.last_name);
  await page.getByRole("option", { name: new RegExp(person.last_name) }).click();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expectCreatedForNow(page);
  await expect(page).toHaveURL(/\/inperson$/);
  await expect(page.getByRole("button", { name: `Rita ${person.last_name}: Walk-in` })).toBeVisible();
  await page.getByRole("radio", { name: "Week" }).click();
  await expect(page).toHaveURL(/span=week/);
  await page.getByRole("radio", { name: "List" }).click();
  await expect(page).toHaveURL(/\/appointments\?type=0$/);
});

test("meetings in person have a screen of their own", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  await signIn(page, "agent");
  await page.goto("/inperson?day=2030-05-16");
  await expect(page).toHaveTitle(/Rooftop — In-person meetings$/);
  await page.getByRole("button", { name: "Create In-Person Meeting" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Create In-Person Meeting" });
  await expect(dialog.getByLabel("Title")).toBeVisible();
  await expect(dialog.getByLabel("Meeting link")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Calendar feed" }).first().click();
  const feed = page.getByRole("dialog", { name: "Your calendar feed" });
  await feed.getByRole("button", { name: "Create address" }).click();
  const address = feed.getByLabel("Calendar address");
  await expect(address).toHaveValue(/\/calendar\/.*\.ics$/);
  await expectNoAxeViolationsInBothSchemes(page);
  const calendar = await request.get(new URL(await address.inputValue()).pathname);
  expect(await calendar.text()).toContain("BEGIN:VCALENDAR");
  await feed.getByRole("button", { name: "Done" }).click();
  await page.getByRole("button", { name: "Your own calendar" }).first().click();
  const own = page.getByRole("dialog", { name: "Your own calendar" });
  await own.getByLabel("Calendar address").fill("https://10.0.0.1/a.ics");
  await own.getByRole("button", { name: "Connect", exact: true }).click();
  await expect(own.getByText(/Enter the calendar's address on the web/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await own.getByRole("button", { name: "Cancel" }).click();
  await openInApp(page, "/virtual");
  await expect(page.getByRole("heading", { name: "Virtual meetings" })).toBeVisible();
});
