import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { app, expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

const password = "Harbor-tablet-7";

test("a team shares a tablet: it signs in, a member with a PIN invites a customer, and it begins anew by itself", {
  tag: "@once",
}, async ({ page, request, browser, signIn }) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/review-settings");
  const dialog = page.getByRole("dialog");
  await page.getByRole("button", { name: "Add site", exact: true }).click();
  await dialog.getByRole("combobox", { name: "Site" }).selectOption("other");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Guestbook");
  await dialog.getByRole("textbox", { name: "Link to the review form" }).fill("https://guestbook.example/write");
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(page.getByText("Monitoring: Link only")).toBeVisible();
  const section = page.getByRole("region", { name: "Multi-User Mode" });
  await section.getByRole("switch", { name: "Multi-User Mode" }).press("Space");
  await dialog.getByLabel("New password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Save" }).click();
  const username = (await section.getByRole("definition").textContent()) ?? "";
  expect(username).not.toBe("");
  await openInApp(page, "/invites");
  await page.getByRole("button", { name: "Set kiosk PIN" }).click();
  await dialog.getByLabel("PIN", { exact: true }).fill("48a");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter 4 digits")).toBeVisible();
  await dialog.getByLabel("PIN", { exact: true }).fill("4821");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toHaveCount(0);

  const size = { width: 390, height: 844 };
  const context = await browser.newContext({ baseURL: app.url, viewport: size, isMobile: true, hasTouch: true });
  const tablet = await context.newPage();
  await tablet.clock.install();
  await tablet.goto("/kiosk");
  const press = (name: string) => tablet.getByRole("button", { name, exact: true }).click();
  const head = (name: string) => tablet.getByRole("heading", { name, level: 1 });
  await expect(head("Review kiosk")).toBeVisible();
  await tablet.getByLabel("Username").fill(username);
  await tablet.getByLabel("Password", { exact: true }).fill("Harbor-tablet-8");
  await press("Sign in");
  await expect(tablet.getByText("Incorrect username or password.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(tablet);
  await tablet.getByLabel("Password", { exact: true }).fill(password);
  await press("Sign in");
  await expect(head("Who are you?")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(tablet);
  await tablet.getByRole("button", { name: /Omar Haddad/ }).click();
  await tablet.getByLabel("PIN", { exact: true }).fill("1111");
  await press("Continue");
  await expect(tablet.getByText("Incorrect PIN. Try again.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(tablet);
  await tablet.getByLabel("PIN", { exact: true }).fill("4821");
  await press("Continue");
  await expect(head("Send Review Invite")).toBeVisible();
  const email = `desk${Date.now()}@example.com`;
  await tablet.getByLabel("Customer Name").fill("Ana Ruiz");
  await tablet.getByLabel("Customer Phone/Email").fill("ana@");
  await press("Send Review Invite");
  await expect(tablet.getByRole("textbox", { name: "Customer Phone/Email" })).toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolationsInBothSchemes(tablet);
  await tablet.getByLabel("Customer Phone/Email").fill(email);
  await press("Send Review Invite");
  await expect(head("Review Invite Sent")).toBeVisible();
  expect(await tablet.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await expect.poll(async () => (await fromSimulator("mails", { to: email })).length).toBe(1);
  await tablet.clock.fastForward(61_000);
  await expect(head("Who are you?")).toBeVisible();
  expect(await tablet.content()).not.toContain("Ana Ruiz");

  // It is the owner's: turned off, no tablet goes on.
  await page.goto("/review-settings");
  await expect(section).toContainText("1 device is signed in");
  await section.getByRole("switch", { name: "Multi-User Mode" }).press("Space");
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(section.getByRole("switch", { name: "Multi-User Mode" })).not.toBeChecked();
  await tablet.reload();
  await expect(tablet.getByText("This kiosk was signed out. Sign in again.")).toBeVisible();
  await context.close();
});
