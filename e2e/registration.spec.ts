import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test, waitForHydration } from "./app.ts";
import { proofMailedTo } from "./business.ts";

const password = "Blue-Kettle-17";
const newEmail = () => `nora${randomInt(1e12)}@example.com`;
const known = "This email is already registered. Log in instead.";

const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const fieldsOf = (email: string) => ({
  "First name": "Nora",
  "Last name": "Reyes",
  "Business name": "Reyes Motors",
  Email: email,
  Password: password,
  "Confirm password": password,
  Phone: "9095550123",
  "Zip code": "92335",
});

async function fill(page: Page, fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await input(page, label).fill(value);
}

/** Continues without a choice, which the step refuses. */
async function expectChoiceMissing(page: Page, text: string) {
  await next(page).click();
  await expect(page.locator("form").getByText(text)).toBeVisible();
  await expect(page.getByRole("radiogroup")).toHaveAttribute("aria-invalid", "true");
}

/** Labels of required fields end with an asterisk. */
const input = (page: Page, label: string) => page.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });
const register = (page: Page) => page.getByRole("button", { name: "Register", exact: true });
const next = (page: Page) => page.getByRole("button", { name: "Continue" });
const bar = (page: Page) => page.getByRole("progressbar", { name: "Registration" });

const address = {
  "Location title": "Main lot",
  "Street address 1": "12 Palm Ave",
  "Street address 2": "Suite 5",
  City: "Fontana",
  "Postal code": "92335",
};

test("a new owner registers, completes the wizard, which reports missing values, and confirms the email", async ({
  page,
}) => {
  const email = newEmail();
  await page.goto("/login");
  await page.getByRole("link", { name: "Sign up" }).click();
  await expect(page).toHaveTitle(/Rooftop — Register$/);
  await expectNoAxeViolationsInBothSchemes(page);
  await fill(page, fieldsOf(email));
  await expect(input(page, "Phone")).toHaveValue("(909)555-0123");
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(input(page, "Password")).toHaveAttribute("type", "text");
  await register(page).click();
  await expect(page.getByText("Email is available")).toBeVisible();

  await expect(page).toHaveURL(/\/register\/wizard$/);
  await expect(page).toHaveTitle(/Rooftop — Set up your business$/);
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "25");
  await expect(input(page, "Country")).toHaveValue("US");
  await next(page).click();
  for (const text of ["Location title", "Street Address", "City", "State", "Postal Code"]) {
    await expect(page.locator("form").getByText(`${text} is required`)).toBeVisible();
  }
  await expect(input(page, "Location title")).toBeFocused();
  await fill(page, address);
  await page.getByRole("combobox", { name: "State" }).selectOption("California");
  await expectNoAxeViolations(page);
  await next(page).click();

  await expect(bar(page)).toHaveAttribute("aria-valuenow", "50");
  await expectChoiceMissing(page, "Choose an industry");
  await page.getByRole("radio", { name: "Used car dealership" }).check();
  await expectNoAxeViolationsInBothSchemes(page);
  await next(page).click();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "75");
  await expectChoiceMissing(page, "Choose a feature");
  await page.getByRole("radio", { name: "Text Marketing" }).check();
  await page.getByRole("button", { name: "Back" }).click();
  await expect(page.getByRole("radio", { name: "Used car dealership" })).toBeChecked();
  await next(page).click();
  await next(page).click();

  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await expect(page.getByText(/30 days free, with every feature/)).toBeVisible();
  await page.getByRole("button", { name: "Start Free Trial" }).click();
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeFocused();
  await expect(page.getByText("You will be redirected to the dashboard")).toBeVisible();
  await expectNoAxeViolations(page);
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expect(page.getByRole("banner")).toContainText("Reyes Motors");
  await expect(page.getByRole("banner")).toContainText("Main lot");

  const notice = page.getByRole("region", { name: "Confirm your email" });
  await expect(notice).toContainText(`Open the link we sent to ${email}.`);
  await expect(notice.getByRole("button", { name: "Resend email" })).toBeEnabled();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.goto(`/verify-email/${await proofMailedTo(email)}`);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Confirm email" }).press("Enter");
  await expect(page.getByRole("heading", { name: "Email confirmed" })).toBeVisible();
  await page.getByRole("link", { name: "Go to Rooftop" }).click();
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await expect(page.getByRole("banner")).toContainText("Reyes Motors");
  await expect(notice).toBeHidden();

  await page.goto("/register");
  await expect(page).toHaveURL(/\/inbox\/all$/);
  await openInApp(page, "/register/wizard");
  await expect(page).toHaveURL(/\/inbox\/all$/);
});

test("missing values are reported in order at their fields, until clicked", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
}) => {
  await page.goto("/register");
  await register(page).click();
  await expect(page.getByRole("alert").getByText("First name is required").first()).toBeVisible();
  for (const text of ["First name", "Last name", "Business name", "Email", "Password", "Phone number"]) {
    await expect(page.locator("form").getByText(`${text} is required`)).toBeVisible();
  }
  await expect(input(page, "First name")).toBeFocused();
  await expect(input(page, "Last name")).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolations(page);
  await input(page, "Last name").click();
  await expect(page.locator("form").getByText("Last name is required")).toBeHidden();

  const right = fieldsOf(newEmail());
  const weak = /^Password must be at least 8 characters, must contain at least 1 uppercase/;
  for (const [label, value, text] of [
    ["Password", "short1A", weak],
    ["Password", "Password1", /^This password is too common/],
    ["Confirm password", "Blue-Kettle-18", /^Passwords do not match$/],
    ["Phone", "909555", /^Phone number is invalid$/],
  ] as const) {
    await fill(page, { ...right, [label]: value });
    await register(page).click();
    await expect(page.locator("form").getByText(text)).toBeVisible();
  }

  // Mismatched passwords are reported before the fields below them.
  await fill(page, { ...right, "Confirm password": "Blue-Kettle-18", Phone: "" });
  await register(page).click();
  await expect(input(page, "Confirm password")).toBeFocused();

  await fill(page, { ...right, Email: app.emails.owner });
  await register(page).click();
  await expect(page.locator("form").getByText(known)).toBeVisible();
  await expect(input(page, "Email")).toBeFocused();
  await expect(page).toHaveURL(/\/register$/);
});

test("a reload loses only the passwords, and registration resumes after signing in again", {
  tag: ["@once", "@deep"],
}, async ({ page }) => {
  const email = newEmail();
  await page.goto("/register");
  await waitForHydration(page);
  await fill(page, fieldsOf(email));
  await page.reload();
  const { Password: _, "Confirm password": __, Phone: ___, ...kept } = fieldsOf(email);
  for (const [label, value] of Object.entries(kept)) await expect(input(page, label)).toHaveValue(value);
  await expect(input(page, "Phone")).toHaveValue("(909)555-0123");
  await expect(input(page, "Password")).toHaveValue("");
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain(
    password,
  );
  await fill(page, { Password: password, "Confirm password": password });
  await register(page).click();

  await expect(page).toHaveURL(/\/register\/wizard$/);
  await fill(page, address);
  await page.getByRole("combobox", { name: "State" }).selectOption("California");
  await next(page).click();
  await page.getByRole("radio", { name: "RV and marine" }).check();
  await page.reload();
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "50");
  await expect(page.getByRole("radio", { name: "RV and marine" })).toBeChecked();
  await page.getByRole("button", { name: "Back" }).click();
  for (const [label, value] of Object.entries(address)) await expect(input(page, label)).toHaveValue(value);
  await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("CA");

  await page.goto("/inbox/all");
  await expect(page).toHaveURL(/\/register\/wizard$/);
  await openInApp(page, "/dashboard");
  await expect(page).toHaveURL(/\/register\/wizard$/);
  await page.getByRole("button", { name: "Finish later and log out" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await field(page, "Email").fill(email);
  await field(page, "Password").fill(password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL(/\/register\/wizard$/);
  await expect(input(page, "Location title")).toHaveValue("");
});

test("by the keyboard alone", { tag: ["@once", "@deep"] }, async ({ page }) => {
  await page.goto("/register");
  await expect(input(page, "First name")).toBeFocused();
  const email = newEmail();
  const { Password: _, "Confirm password": __, ...rest } = fieldsOf(email);
  const [first = "", last = "", business = "", mail = "", phone = "", zip = ""] = Object.values(rest);
  for (const text of [first, last, business, mail, password]) {
    await page.keyboard.type(text);
    await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("button", { name: "Show password" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.type(password);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.type(phone);
  await page.keyboard.press("Tab");
  await page.keyboard.type(zip);
  await page.keyboard.press("Enter");

  await expect(page).toHaveURL(/\/register\/wizard$/);
  await input(page, "Location title").focus();
  for (const text of ["Main lot", "12 Palm Ave", "", "El Paso", "Texas", "79901"]) {
    await page.keyboard.type(text);
    if (text !== "79901") await page.keyboard.press("Tab");
  }
  await expect(page.getByRole("combobox", { name: "State" })).toHaveValue("TX");
  await page.keyboard.press("Enter");
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "50");
  for (const choice of ["Used car dealership", "Email Marketing"]) {
    await expect(page.getByRole("radio").first()).toBeVisible();
    await page.keyboard.press("Tab");
    await page.keyboard.press("Space");
    await page.keyboard.press("ArrowDown");
    await expect(page.getByRole("radio", { name: choice })).toBeChecked();
    await page.keyboard.press("Enter");
  }
  await expect(bar(page)).toHaveAttribute("aria-valuenow", "100");
  await page.getByRole("button", { name: "Start Free Trial" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { name: "You're all set" })).toBeFocused();
  await page.getByRole("link", { name: "Go to the dashboard now" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/inbox\/all$/);

  // What comes first, and one button after the other.
  const steps = page.getByRole("region", { name: /^Welcome to Rooftop/ });
  const stepOf = (name: string) => steps.getByRole("listitem").filter({ hasText: name });
  await expect(steps.getByText("Five steps until Main lot can text its first customer.")).toBeVisible();
  await expect(stepOf("Send a test text")).toContainText("Needs a number");
  await expectNoAxeViolationsInBothSchemes(page);
  await stepOf("Get a number").getByRole("button", { name: "Request a number" }).press("Enter");
  await expect(stepOf("Get a number")).toContainText("Requested");
  await stepOf("Invite the team").getByRole("link").press("Enter");
  await expect(page.getByRole("dialog")).toBeVisible();
  await openInApp(page, "/inbox/all");
  await steps.getByRole("button", { name: "Hide this list" }).press("Enter");
  await expect(steps).toHaveCount(0);
  await openInApp(page, "/settings/getting-started");
  await page.getByRole("button", { name: "Show the list in the inbox" }).press("Enter");
  await expect(page.getByRole("button", { name: "Show the list in the inbox" })).toHaveCount(0);
  await openInApp(page, "/inbox/all");
  await expect(steps).toBeVisible();
});

test("the header counts down the last days of a trial", { tag: ["@once", "@deep"] }, async ({ page, signIn }) => {
  await page.route("**/api/profile", async (route) => {
    const answer = await route.fetch();
    const envelope = await answer.json();
    envelope.data.trial_ends_at = new Date(Date.now() + 3.5 * 24 * 3_600_000).toISOString();
    await route.fulfill({ response: answer, json: envelope });
  });
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await expect(page.getByRole("banner").getByText("4 days left")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});
