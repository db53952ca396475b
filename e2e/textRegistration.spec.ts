import type { Page } from "@playwright/test";
import { ProfileDraft } from "#domains/textRegistration/contract.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { newPhone } from "./business.ts";
import { chosenByOwner } from "./client.ts";
import { caller, decide, registeringClient } from "./registering.ts";
import { fromSimulator } from "./simulator.ts";

const head = (page: Page) => page.locator("#registration-head");

/** Another window saves the draft. */
async function saveElsewhere(owner: Awaited<ReturnType<typeof caller>>): Promise<void> {
  const { profile } = await owner("get", "/text-registration");
  const fields = Object.keys(ProfileDraft.shape).filter((field) => field !== "ein");
  const draft = Object.fromEntries(fields.map((field) => [field, profile[field]]));
  await owner("post", "/text-registration/draft", { ...draft, city: "Upland" });
}

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test("an owner fills the registration in, mends what reviewers would refuse, and submits it", {
  tag: "@layout",
}, async ({ page, request, signIn, app }) => {
  test.setTimeout(120_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator, { isFilledIn: false });
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration");
  await expect(head(page)).toHaveText("Register before you text");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("link", { name: "Start registration" }).click();

  await page.getByLabel("Legal business name").fill("Harbor Auto of Ontario");
  await page.getByLabel("Name customers know you by").fill("Harbor Auto");
  await page.getByLabel("Business type").selectOption("llc");
  await expect(page.getByText("Your letter may end in “LLC”. Copy the whole line.")).toBeVisible();
  await page.getByLabel("Legal business name").fill("Harbor Auto of Ontario LLC");
  await page.getByLabel("EIN", { exact: true }).fill("12345678");
  await page.getByLabel("Business email").fill("office@harborauto.example");
  await expect(page.getByText("Enter nine digits, as in 12-3456789")).toBeVisible();
  await page.getByLabel("EIN", { exact: true }).fill("95-1274821");
  await page.getByLabel("Website").fill("https://harborauto.example");
  await expect(page.getByText("At your own domain")).toBeVisible();
  await page.getByLabel("Street").fill("12 Pier St");
  await page.getByLabel("City").fill("Ontario");
  await page.getByLabel("State", { exact: true }).selectOption("CA");
  await page.getByLabel("ZIP code").fill("91761");
  await expect(page.getByLabel("EIN", { exact: true })).toHaveValue("••-•••4821");
  await expectNoAxeViolationsInBothSchemes(page);
  await goOn(page);

  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Diaz");
  await page.getByLabel("Email").fill("nora@harborauto.example");
  await page.getByLabel("Phone").fill("9095550177");
  await page.getByLabel("Job title").fill("General Manager");
  await page.getByLabel("Position").selectOption("gm");
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await goOn(page);

  await expect(page.getByRole("checkbox", { name: "On a web form" })).toBeChecked();
  const second = page.getByRole("textbox", { name: "Sample text 2" });
  await second.fill("Harbor Auto: free battery check this week. Book at harborauto.example/book.");
  await expectNoAxeViolationsInBothSchemes(page);
  await goOn(page);

  const refused = page.getByRole("region", { name: "Will be refused" });
  await expect(refused).toContainText("Sample text 2 has no opt-out line");
  await expect(page.getByText("1 item to fix first")).toBeVisible();
  await page.getByRole("button", { name: "Submit registration" }).click();
  const mend = refused.getByRole("button", { name: /^Add the line/ });
  await expect(mend).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await mend.click();
  await expect(refused).toHaveCount(0);
  // Nothing of it is lost.
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await page.getByRole("button", { name: "Submit registration" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Enter your password to submit.");
  await dialog.getByLabel("Your password").fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(head(page)).toHaveText(/^(With the simulated carrier since|Carriers are reviewing your business)/);
  await expect(page.getByText("Business submitted")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("951274821");
  await expectNoAxeViolationsInBothSchemes(page);
});

test("what can't be saved is led to, and what was typed last outlives the page", async ({
  page,
  request,
  signIn,
  app,
}) => {
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator, { isFilledIn: false });
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration/edit");
  const ein = page.getByLabel("EIN", { exact: true });
  await ein.fill("12-345");
  await page.getByLabel("Legal business name").fill("Harbor Auto LLC");
  await expect(page.getByText("1 answer isn’t saved")).toBeVisible();
  await goOn(page);
  await goOn(page);
  await expect(page.getByRole("checkbox", { name: "On a web form" })).toBeChecked();
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(ein).toBeFocused();
  await expect(page.getByText("Enter nine digits, as in 12-3456789")).toBeVisible();
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(ein).toBeFocused();
  await ein.fill("95 – 127 4821");
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(head(page)).toHaveText("Register before you text");

  // The form starts from what is saved, however long that takes to come.
  const { promise: isShown, resolve: show } = Promise.withResolvers<void>();
  await page.route("**/api/text-registration", (route) => isShown.then(() => route.continue()));
  await page.getByRole("link", { name: "Continue registration" }).click();
  await expect(page.getByRole("status", { name: "Loading" })).toBeVisible();
  await expect(ein).toHaveCount(0);
  show();
  await expect(ein).toHaveValue("••-•••4821");
  await page.getByRole("button", { name: "Change" }).click();
  await expect(ein).toBeFocused();
  await ein.fill("12-3");
  await page.getByLabel("ZIP code").focus();
  await expect(page.getByText("1 answer isn’t saved")).toBeVisible();
  await ein.fill("");
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(ein).toHaveValue("••-•••4821");
  await page.getByLabel("City").fill("Ontario");
  await page.goto("/legal");
  const city = async () => (await client.owner("get", "/text-registration")).profile.city;
  await expect.poll(city).toBe("Ontario");

  // Somebody else saves meanwhile: nothing typed here pretends to be saved.
  await page.goto("/settings/text-registration/edit?step=3");
  await expect(page.getByRole("checkbox", { name: "On a web form" })).toBeChecked();
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await saveElsewhere(client.owner);
  await page.getByLabel("Your own terms instead (optional)").fill("https://harborauto.example/terms");
  const notice = page.getByText("This draft was changed in another window");
  await expect(notice).toBeInViewport();
  await expect(page.getByText("Not saved", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Save and close" }).click();
  await expect(page.getByRole("button", { name: "Reload" })).toBeInViewport();
});

test("a draft that somebody else saved meanwhile isn't submitted over it", {
  tag: ["@once", "@deep"],
}, async ({ page, request, signIn, app }) => {
  const operator = await caller(request, app.emails.admin, app.password);
  const { owner, ...client } = await registeringClient(request, operator);
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration/edit?step=4");
  await page.getByRole("button", { name: "Submit registration" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await saveElsewhere(owner);
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(page.getByText("This draft was changed in another window", { exact: true })).toBeInViewport();
  await expect(dialog).toHaveCount(0);
  expect((await owner("get", "/text-registration")).registrations).toEqual([]);
  await page.getByRole("button", { name: "Reload" }).click();
  await page.getByRole("button", { name: "Submit registration" }).click();
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(head(page)).toHaveText(/^(With the simulated carrier since|Carriers are reviewing your business)/);
});

test("the owner sees what waits for the registration, at every location, until it no longer does", {
  tag: "@layout",
}, async ({ page, request, signIn, app }) => {
  test.setTimeout(120_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const { owner, ...client } = await registeringClient(request, operator);
  const phone = newPhone();
  const person = {
    first_name: "Ana",
    last_name: "Ruiz",
    phone,
    email: `ana-${phone}@example.com`,
    address: "1 Palm Ave",
  };
  const { id: customer_id } = await owner("post", "/customers/add", person);
  const campaignAt = async (title: string, customer: number, location_id?: number) => {
    const message = { title, campaign_template: "Our sale starts today.", consent: 1, consent_collected: 1 };
    const audience = { campaign_recipient_type: "individual", campaign_customers: [customer] };
    const sends = { campaign_send_option: "now", campaign_send_date: "", campaign_send_time: "" };
    const body = { ...message, ...audience, ...sends };
    return (await owner("post", "/campaigns/text/add", body, location_id)).id as number;
  };
  const { time_zone } = (await owner("get", "/locations"))[0];
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString("en-CA", { timeZone: time_zone });
  const noon = { customTimeHours: "12", customTimeMinutes: "00", customTimeAmPm: "PM" };
  const appointment = { title: "Test drive", customer_id, type: 0, timeType: "custom", appointment_date: tomorrow };
  await owner("post", "/appointments/add", { ...appointment, ...noon, confirmed: 1 });
  const first = await campaignAt("Spring sale", customer_id);
  const waiting = () => owner("get", "/campaigns/text/waiting");
  await expect.poll(waiting, { timeout: 30_000 }).toMatchObject([{ location: "Harbor", campaigns: 1 }]);

  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration");
  const meanwhile = page.getByRole("listitem").filter({ hasText: "Campaigns and reminders" });
  await expect(meanwhile).toContainText(/Waiting · 1 campaign|1 waiting/);
  await expectNoAxeViolationsInBothSchemes(page);
  await meanwhile.getByRole("link").click();
  await expect(page).toHaveURL("/text-campaign?status=waiting");
  await expect(page.getByRole("link", { name: "Spring sale" })).toBeVisible();
  await expect(page.getByText("Number isn't registered yet").first()).toBeVisible();

  await openInApp(page, "/appointments");
  await page.getByRole("button", { name: "Test drive", exact: true }).click();
  const details = page.getByRole("dialog", { name: "Test drive" });
  await expect(details).toContainText("1 hour before · Number isn't registered yet.");
  await expectNoAxeViolationsInBothSchemes(page);
  // The row of an hour before is the last; whether one of a day before stands above it depends on the time of day.
  await details.getByRole("link", { name: "Register your texts" }).last().click();
  await expect(head(page)).toHaveText("Register before you text");

  // A second location adds to the count, while the page is open.
  const place = { title: "Airport", address: "5 Pier St", city: "Denver", state: "CO", postal_code: "80205" };
  const { id: airport } = await owner("post", "/locations/store", { ...place, time_zone });
  const sold = await operator("post", "/admin/search_number_for_client", { input: "720", dealer_id: client.id });
  await operator("post", "/admin/buy_number_for_client", { selectedNumber: sold[0].number, dealerId: client.id });
  const other = { ...person, phone: newPhone(), email: `other-${phone}@example.com` };
  const { id: otherCustomer } = await owner("post", "/customers/add", other, airport);
  const second = await campaignAt("Airport sale", otherCustomer, airport);
  await expect(meanwhile).toContainText(/Waiting · 2 campaigns|2 waiting/, { timeout: 30_000 });
  await meanwhile.getByRole("button").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Airport · 1", "Harbor · 1"]);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("menuitem", { name: "Airport · 1" }).click();
  await expect(page).toHaveURL("/text-campaign?status=waiting");
  await expect(page.getByRole("link", { name: "Airport sale" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Spring sale" })).toHaveCount(0);

  await openInApp(page, "/settings/text-registration");
  await expect(meanwhile).toContainText(/2 campaigns|2 waiting/);
  await owner("post", `/campaigns/text/cancel/${second}`, undefined, airport);
  await expect(meanwhile).toContainText(/Waiting · 1 campaign$|1 waiting/);
  await owner("post", `/campaigns/text/cancel/${first}`);
  await expect(meanwhile).toHaveText("Campaigns and remindersWaiting");
});

test("a refused campaign is mended, and the first text leaves once carriers have the number", {
  tag: ["@once", "@deep"],
}, async ({ page, request, signIn, app }) => {
  test.setTimeout(600_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator);
  await client.owner("post", "/text-registration/submit", { version: client.version, password: chosenByOwner });
  await decide(client, { action: "approve" }, "brand");
  await decide(client, { action: "refuse", code: "30896" }, "campaign");
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration");
  await expect(head(page)).toHaveText("One answer to change", { timeout: 120_000 });
  await expect(page.getByText("Code 30896")).toBeVisible();
  await page.getByRole("button", { name: /^Notifications/ }).click();
  const bell = page.getByRole("dialog", { name: "Notifications" });
  await expect(bell.getByRole("listitem")).toHaveCount(2);
  await bell.getByRole("button", { name: /^Your business is registered/ }).click();
  await expect(page).toHaveURL("/settings/text-registration");
  const answer = page.getByRole("textbox", { name: "New answer" });
  await answer.fill("");
  await expect(page.getByText("1 item to fix first")).toBeVisible();
  await page.getByRole("button", { name: "Resubmit" }).click();
  await expect(answer).toBeFocused();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await page.getByRole("button", { name: "Use our suggestion" }).click();
  await expect(answer).toHaveValue(/check a box/);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Resubmit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await dialog.getByRole("button", { name: "Resubmit" }).click();
  await expect(page.getByText("Campaign resubmitted")).toBeVisible();
  await decide(client, { action: "approve" }, "campaign");
  await expect(head(page)).toHaveText("Your number can text", { timeout: 180_000 });

  const phone = newPhone();
  const customer = {
    first_name: "Ana",
    last_name: "Ruiz",
    phone,
    email: `ana-${phone}@example.com`,
    address: "1 Palm Ave",
  };
  const { id } = await client.owner("post", "/customers/add", customer);
  const message = "Hi, your car is ready.";
  await client.owner("post", "/sendMessageToCustomer", { customer_id: id, message });
  const received = () => fromSimulator<{ body: string }>("messages", { phone: `+1${phone}` });
  await expect.poll(async () => (await received()).map(({ body }) => body)).toEqual([message]);
});
