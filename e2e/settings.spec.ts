import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, logIn, openInApp, test } from "./app.ts";
import { codeTo, newPhone, registerBusiness } from "./business.ts";
import { chosenByOwner } from "./client.ts";
import { caller, decide, registeringClient } from "./registering.ts";

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: true });
const section = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const dialog = (page: Page, name = "Verify the phone") => page.getByRole("dialog", { name });

const list = (page: Page) => page.getByRole("navigation", { name: "Settings", exact: true });
const entry = (page: Page, name: string) => list(page).getByRole("link", { name: new RegExp(`^${name}`) });
const heading = (page: Page) => page.getByRole("heading", { level: 1 });

/** Goes to a page of the settings by the person's menu. */
async function openSettings(page: Page, name: string) {
  await page.getByRole("banner").getByRole("button", { name: "Omar Haddad" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await openEntry(page, name);
}

async function openEntry(page: Page, name: string) {
  await entry(page, name).click();
  await expect(heading(page)).toHaveText(name);
}

/** Types a code as soon as the boxes are ready. */
async function typeCode(page: Page, code: string) {
  await expect(page.getByRole("textbox", { name: "Digit 1 of 6" })).toBeFocused();
  await page.keyboard.type(code);
}

const shown = (phone: string) => `(${phone.slice(0, 3)})${phone.slice(3, 6)}-${phone.slice(6)}`;

test("an owner requests a number and verifies the phones by code", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/inbox/all");
  await openSettings(page, "Phone number");
  await expectNoAxeViolationsInBothSchemes(page);

  const texts = section(page, "Phone number for SMS");
  await button(page, "Request Phone No.").click();
  await expect(page.getByText("Phone number requested. We'll let you know when it's ready.")).toBeVisible();
  await expect(texts.getByText("Requested", { exact: true })).toBeVisible();
  await expect(button(page, "Request Phone No.")).toBeHidden();

  await openEntry(page, "Calls and notifications");
  const phone = newPhone();
  const forward = field(page, "Phone for call forward");
  await forward.fill("90955");
  await button(page, "Update Phone for call forward").click();
  await expect(page.getByText("Phone number is invalid").first()).toBeVisible();
  await expect(forward).toBeFocused();
  await forward.fill(phone);
  await button(page, "Update Phone for call forward").click();
  await expect(dialog(page)).toBeVisible();
  await expect(dialog(page).getByRole("button", { name: /^Resend code in \d+ s$/ })).toBeDisabled();
  await expectNoAxeViolationsInBothSchemes(page);
  const code = await codeTo(phone);
  const wrong = code === "000000" ? "111111" : "000000";
  await typeCode(page, wrong);
  await button(page, "Verify").click();
  await expect(dialog(page).getByText("Invalid OTP!")).toBeVisible();
  await typeCode(page, code);
  await page.keyboard.press("Enter");
  await expect(page.getByText(/^Phone for call forward is \(\d{3}\) \d{3}-\d{4} now$/)).toBeVisible();
  await expect(dialog(page)).toBeHidden();

  await page.reload();
  await expect(forward).toHaveValue(shown(phone));
  await forward.fill("");
  await button(page, "Update Phone for call forward").click();
  await expect(page.getByText("Phone for call forward was removed")).toBeVisible();

  // Resending has to wait, and the screen says how long.
  const update = button(page, "Update Phone for notification");
  await field(page, "Phone for notification").fill(newPhone());
  await update.click();
  await expect(dialog(page)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog(page)).toBeHidden();
  await update.click();
  await expect(page.getByText(/^A code was just sent\. Wait \d+ seconds? before/)).toBeVisible();
  await expect(page.getByText(/^You can request another code in \d+ s\.$/)).toBeVisible();
  await expectNoAxeViolations(page);
});

test("codes at sign-in are turned on, the next sign-in asks for one, and only the password turns them off", {
  tag: ["@once", "@deep"],
}, async ({ page, signIn, request }) => {
  const business = await registerBusiness(request);
  const phone = newPhone();
  await signIn(page, business);
  await page.goto("/inbox/all");
  await openSettings(page, "Sign-in and security");

  const parent = page.getByRole("switch", { name: "OTP on parent account" });
  const team = page.getByRole("switch", { name: "OTP on team members" });
  await expect(parent).not.toBeChecked();
  await parent.focus();
  await page.keyboard.press("Space");
  // No number is on file yet: it is asked for now rather than at the next sign-in.
  const number = dialog(page, "Where should your codes go?");
  await number.getByLabel("Your phone").fill(phone);
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Send code").click();
  const first = await codeTo(phone);
  await typeCode(page, first);
  await button(page, "Verify").click();
  await expect(page.getByText(/^Phone for OTP is /)).toBeVisible();
  await expect(number).toBeHidden();
  await expect(parent).toBeChecked();
  await expect(team).not.toBeChecked();
  await expect(page.getByText("Saved")).toBeVisible();

  await page.getByRole("banner").getByRole("button", { name: "Omar Haddad" }).click();
  await page.getByRole("menuitem", { name: "logout" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await logIn(page, business);
  await expect(page.getByRole("heading", { name: "Let's verify" })).toBeVisible();
  const second = await codeTo(phone, first);
  await typeCode(page, second);
  await button(page, "Verify").click();
  await expect(page).toHaveURL(/\/inbox\/all$/);

  // As if the sign-in were older than ten minutes.
  const refusal = { status: "error", message: "Enter your password again", data: { reauthenticate: true } };
  const refuse = () =>
    page.route("**/update-dealer-otp-otpin", (route) => route.fulfill({ status: 403, json: refusal }), { times: 1 });
  await openSettings(page, "Sign-in and security");
  const question = dialog(page, "Confirm it's you");
  await refuse();
  await parent.focus();
  await page.keyboard.press("Space");
  await expect(question).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(parent).toBeChecked();
  await refuse();
  await parent.focus();
  await page.keyboard.press("Space");
  await question.getByRole("textbox", { name: "Your password" }).fill("Not-the-password-1");
  await page.keyboard.press("Enter");
  await expect(question.getByText("Incorrect password. Try again.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await question.getByRole("textbox", { name: "Your password" }).fill(business.password);
  await page.keyboard.press("Enter");
  await typeCode(page, await codeTo(phone, second));
  await page.keyboard.press("Enter");
  await expect(question).toBeHidden();
  await expect(parent).not.toBeChecked();
});

test("the owner changes their name, their photo and the CRM email", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/inbox/all");
  await openSettings(page, "Profile");
  const profile = section(page, "Profile");
  await expect(profile.getByText(business.email)).toBeVisible();
  await field(page, "First name").fill("");
  await button(page, "Save name").click();
  await expect(page.getByText("First name is required").first()).toBeVisible();
  await field(page, "First name").fill("Umar");
  await button(page, "Save name").click();
  await expect(page.getByRole("banner").getByRole("button", { name: "Umar Haddad" })).toBeVisible();

  const chosen = page.waitForEvent("filechooser");
  await button(page, "Add photo").click();
  await (await chosen).setFiles("docs/screenshots/login-phone.png");
  await expect(page.getByText("Photo changed")).toBeVisible();
  const imageWidth = () =>
    page
      .getByRole("banner")
      .locator("img")
      .evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(imageWidth).toBe(320);
  await expectNoAxeViolations(page);
  await button(page, "Remove photo").click();
  await expect(button(page, "Add photo")).toBeVisible();
  await expect(page.getByRole("banner").locator("img")).toHaveCount(0);

  const nothing = page.waitForEvent("filechooser");
  await button(page, "Add photo").click();
  await (await nothing).setFiles({ name: "me.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await expect(page.getByText("This picture can't be opened. Choose another one")).toBeVisible();

  await openEntry(page, "Calls and notifications");
  await field(page, "Email for CRM").fill("nobody");
  await button(page, "Update Email for CRM").click();
  await expect(page.getByText("Enter a valid email address").first()).toBeVisible();
  await field(page, "Email for CRM").fill("leads@crm.example.com");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Email for CRM saved")).toBeVisible();
});

test("a new password and an ended session sign other browsers out", { tag: ["@once", "@deep"] }, async ({
  page,
  request,
  browser,
  baseURL,
}) => {
  const business = await registerBusiness(request);
  const context = await browser.newContext({ baseURL: baseURL ?? "" });
  const other = await context.newPage();
  await logIn(other, business);
  await expect(other).toHaveURL(/\/inbox\/all$/);
  await logIn(page, business);
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await openSettings(page, "Sign-in and security");

  const sessions = section(page, "Signed in").getByRole("listitem");
  // The registration's own, the other browser's, and this one.
  await expect(sessions).toHaveCount(3);
  await expect(sessions.filter({ hasText: "This browser" })).toHaveCount(1);
  await sessions.filter({ hasText: "Chrome" }).getByRole("button").click();
  await expect(page.getByText("Signed out of that browser")).toBeVisible();
  await expect(other).toHaveURL(/\/login$/, { timeout: 5_000 });
  await expect(sessions).toHaveCount(2);

  await logIn(other, business);
  await expect(other).toHaveURL(/\/inbox\/all$/);
  const change = button(page, "Change password");
  await change.click();
  await expect(page.getByText("Current password is required").first()).toBeVisible();
  await field(page, "Current password").fill(business.password);
  await field(page, "New password").fill("Green-Lantern-42");
  await field(page, "Confirm new password").fill("Green-Lantern-43");
  await change.click();
  await expect(page.getByText("Passwords do not match").first()).toBeVisible();
  await expectNoAxeViolations(page);
  await field(page, "Confirm new password").fill("Green-Lantern-42");
  await change.click();
  await expect(page.getByText("Password changed. You were signed out everywhere else.")).toBeVisible();
  await expect(other).toHaveURL(/\/login$/, { timeout: 5_000 });
  await expect(sessions).toHaveCount(1);
  await logIn(other, { ...business, password: "Green-Lantern-42" });
  await expect(other).toHaveURL(/\/inbox\/all$/);

  await page.reload();
  await expect(sessions).toHaveCount(2);
  await button(page, "Sign out everywhere else").click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out", exact: true }).click();
  await expect(other).toHaveURL(/\/login$/, { timeout: 5_000 });
  await expect(sessions).toHaveCount(1);
  await context.close();
});

/** The groups of the list, each with its pages. */
const listed = (page: Page) =>
  list(page)
    .getByRole("list")
    .evaluateAll((groups) =>
      groups.map((group) => [
        document.getElementById(group.getAttribute("aria-labelledby") ?? "")?.textContent,
        ...[...group.querySelectorAll("a")].map((link) => link.textContent),
      ]),
    );

test("the settings' pages stand in a column beside them, under the names of whom they are about", {
  tag: "@once",
}, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings");
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(heading(page)).toHaveText("Profile");
  await expect(page).toHaveTitle(/Rooftop — Profile$/);
  expect(await listed(page)).toEqual([
    ["You", "Profile", "Notifications", "Sign-in and security"],
    [
      "Downtown",
      "Phone number",
      "Business hours",
      "Automatic texts",
      "Website messaging",
      "Calls and notifications",
      "Leads",
    ],
    [
      "Sunrise Motors",
      "Text message registration",
      "Legal pages",
      "Getting started",
      "Custom fields",
      "Rooftop staff access",
    ],
  ]);
  const current = page.locator('main [aria-current="page"]');
  await expect(current).toHaveText("Profile");
  await expect(page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Settings" })).toHaveAttribute(
    "aria-current",
    "page",
  );

  // By keyboard: the column stays, and the focus in it.
  await entry(page, "Profile").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/settings\/security$/);
  await expect(page).toHaveTitle(/Rooftop — Sign-in and security$/);
  await expect(current).toHaveText("Sign-in and security");
  await expect(entry(page, "Sign-in and security")).toBeFocused();
  await expect(page.getByRole("link", { name: "Back to settings" })).toBeHidden();
  await expectNoAxeViolationsInBothSchemes(page);

  // A long page scrolls beside its column, and the next one starts at its top.
  const main = page.locator("#main");
  await page.setViewportSize({ width: 1440, height: 700 });
  await main.evaluate((element) => element.scrollTo(0, element.scrollHeight));
  expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(50);
  await expect(entry(page, "Profile")).toBeInViewport({ ratio: 1 });
  await openEntry(page, "Website messaging");
  expect(await main.evaluate(({ scrollTop }) => scrollTop)).toBe(0);

  // The page is found by its name from anywhere.
  await openInApp(page, "/team");
  await page.keyboard.press("Control+k");
  await expect(page.getByRole("combobox", { name: "Search or jump to" })).toBeFocused();
  await page.keyboard.type("hours");
  await page.getByRole("option", { name: "Business hours" }).click();
  await expect(page).toHaveURL(/\/settings\/business-hours$/);
});

test("on a phone the settings are a list that opens pages, and an arrow leads back to the row", {
  tag: "@phone",
}, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings");
  await expect(heading(page)).toHaveText("Settings");
  await expect(page).toHaveTitle(/Rooftop — Settings$/);
  expect((await listed(page)).map(([group]) => group)).toEqual(["You", "Downtown", "Sunrise Motors"]);
  await expectNoAxeViolationsInBothSchemes(page);
  await entry(page, "Legal pages").press("Enter");
  await expect(heading(page)).toHaveText("Legal pages");
  await expect(list(page)).toHaveCount(0);
  await expect(page.getByRole("banner")).toBeHidden();
  await expect(page.locator("#main")).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("link", { name: "Back to settings" }).press("Enter");
  await expect(page).toHaveURL(/\/settings$/);
  await expect(entry(page, "Legal pages")).toBeFocused();
  await expect(page.getByRole("banner")).toBeVisible();

  // Wide enough for both, the first page opens; a page stays when there's less room again.
  await page.setViewportSize({ width: 1200, height: 844 });
  await expect(page).toHaveURL(/\/settings\/profile$/);
  await expect(list(page)).toBeVisible();
  await page.setViewportSize({ width: 800, height: 844 });
  await expect(list(page)).toHaveCount(0);
  await expect(heading(page)).toHaveText("Profile");
  await expect(page.getByRole("link", { name: "Back to settings" })).toBeVisible();
});

test("the registration's entry has an alert while it waits for the owner", { tag: ["@layout", "@deep"] }, async ({
  page,
  request,
  signIn,
  app,
}) => {
  test.setTimeout(180_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator);
  const alert = list(page).getByRole("img", { name: "Needs your attention" });
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings");
  await expect(
    entry(page, "Text message registration").getByRole("img", { name: "Needs your attention" }),
  ).toBeVisible();
  await expect(alert).toHaveCount(1);
  await expectNoAxeViolationsInBothSchemes(page);
  // Submitted it waits for the carriers, and says so without a reload.
  await client.owner("post", "/text-registration/submit", { version: client.version, password: chosenByOwner });
  await expect(alert).toHaveCount(0, { timeout: 30_000 });
  await decide(client, { action: "approve" }, "brand");
  await decide(client, { action: "refuse", code: "30896" }, "campaign");
  await expect(alert).toBeVisible({ timeout: 120_000 });
  await expectNoAxeViolationsInBothSchemes(page);
});

test("an agent sees only the settings that they may change", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "agent");
  await page.goto("/settings");
  await expect(section(page, "Profile")).toBeVisible();
  expect(await listed(page)).toEqual([
    ["You", "Profile", "Notifications", "Sign-in and security"],
    ["Downtown", "Phone number", "Website messaging"],
    ["Sunrise Motors", "Text message registration"],
  ]);
  await openEntry(page, "Phone number");
  await expect(section(page, "Phone number for SMS").getByText(/^\(\d{3}\) \d{3}-\d{4}$/)).toBeVisible();
  await openEntry(page, "Website messaging");
  await expect(button(page, "Copy")).toBeVisible();
  await expect(button(page, "Save website messaging")).toHaveCount(0);
  await openEntry(page, "Sign-in and security");
  await expect(field(page, "Phone for OTP")).toBeVisible();
  await expect(section(page, "Codes at sign-in").getByRole("switch")).toHaveCount(0);
  await openEntry(page, "Text message registration");
  await expect(page.getByRole("heading", { name: /numbers can text$/ })).toBeVisible();
  await expect(list(page).getByRole("img")).toHaveCount(0);
  await expectNoAxeViolations(page);
  await page.goto("/settings/calls");
  await expect(page).toHaveURL(/\/inbox\/all$/);
});
