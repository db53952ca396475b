import { randomInt } from "node:crypto";
import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, logIn, openInApp, test } from "./app.ts";
import { newPhone, registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

const cardOf = (page: Page, name: string) => page.getByRole("listitem", { name, exact: true });
const newEmail = () => `ana${randomInt(1e12)}@example.com`;
const password = "Harbor-lights-9";

const square = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

async function choose(page: Page, name: string, action: string) {
  await page.getByRole("button", { name: `Actions for ${name}` }).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

/** The link in an invitation mail. */
async function linkTo(email: string): Promise<string> {
  let link = "";
  await expect(async () => {
    const mails = await fromSimulator<{ text: string }>("mails", { to: email });
    link = /\/invitation#[\w-]+/.exec(mails.at(-1)?.text ?? "")?.[0] ?? "";
    expect(link).not.toBe("");
  }).toPass({ timeout: 10_000 });
  return link;
}

test("an owner adds, changes, deletes and restores a member", { tag: "@once" }, async ({
  page,
  browser,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const email = newEmail();
  await signIn(page, await registerBusiness(request));
  await page.goto("/inbox/all");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: "Team", exact: true }).click();
  await expect(page).toHaveTitle(/Rooftop — Team$/);
  await expect(cardOf(page, "Omar Haddad")).toContainText("Owner");
  await expect(cardOf(page, "Omar Haddad")).toContainText("Main lot");
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: "Add Member" }).press("Enter");
  const add = page.getByRole("dialog", { name: "Add Member" });
  await add.getByRole("button", { name: "Add Member" }).click();
  await expect(add.getByText("Please fill all fields").first()).toBeVisible();
  await expect(add.getByRole("switch", { name: "Delete messages" })).not.toBeChecked();
  await add.getByLabel("First name").fill("Ana");
  await add.getByLabel("Last name").fill("Lopez");
  await add.getByLabel("Email").fill(email);
  await add.getByLabel("Phone").fill(newPhone());
  await expect(add.getByLabel("Phone")).toHaveValue(/^\(909\)\d{3}-\d{4}$/);
  await add.getByLabel(/^Password/).fill("Hb-9");
  await add.getByRole("button", { name: "Add Member" }).click();
  await expect(add.getByText("Password must be at least 6 characters!")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await add.getByLabel(/^Password/).fill("Harbor-9");
  const photo = { name: "me.png", mimeType: "image/png", buffer: Buffer.from(square, "base64") };
  await add.locator("input[type=file]").setInputFiles(photo);
  await expect(add.getByRole("button", { name: "Change photo" })).toBeVisible();
  await add.getByRole("button", { name: "Add Member" }).click();
  await expect(add).toBeHidden();
  await expect(page.getByText("Team member added")).toBeVisible();
  const card = cardOf(page, "Ana Lopez");
  await expect(card).toContainText("Agent");
  await expect(card).toContainText("Password change required");
  await expect(card).toContainText(/Can delete messages\s*No/);
  await expect(card).toContainText(/\(909\) \d{3}-\d{4}/);
  await expect(card.locator("img")).toBeVisible();
  await expect(card).toContainText(/Last seen\s*Never/);

  const member = await (await browser.newContext({ baseURL: app.url })).newPage();
  await logIn(member, { email, password: "Harbor-9" });
  await expect(member.getByRole("heading", { name: "Password change required" })).toBeVisible();

  await choose(page, "Ana Lopez", "Edit");
  const update = page.getByRole("dialog", { name: "Update Member" });
  await expect(update.getByText("Leave Empty if Password is not changed")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await update.getByLabel("First name").fill("Anna");
  await update.getByLabel("User type").selectOption("manager");
  await update.getByRole("switch", { name: "Delete messages" }).press("Space");
  await page.keyboard.press("Enter");
  await expect(update).toBeHidden();
  const anna = cardOf(page, "Anna Lopez");
  await expect(anna).toContainText("Manager");
  await expect(anna).toContainText(/Can delete messages\s*Yes/);

  await choose(page, "Anna Lopez", "Delete");
  const asked = page.getByRole("dialog", { name: "Delete Anna Lopez?" });
  await expect(asked.getByLabel("Reassign their appointments to")).toHaveValue("");
  await expect(asked).toContainText("assigned to you");
  await asked.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Anna Lopez was deleted")).toBeVisible();
  await expect(anna).toContainText("Deleted");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByLabel("Show", { exact: true }).selectOption("active");
  await expect(anna).toHaveCount(0);
  await page.getByLabel("Show", { exact: true }).selectOption("deleted");
  await expect(anna).toBeVisible();
  await expect(cardOf(page, "Omar Haddad")).toHaveCount(0);
  await choose(page, "Anna Lopez", "Reactivate");
  await expect(page.getByText("Anna Lopez is active again")).toBeVisible();
  await expect(page.getByText(/^No deleted members/)).toBeVisible();
  await member.context().close();
});

test("an invited person joins by link, and the owner sees it live", { tag: "@deep" }, async ({
  page,
  browser,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const email = newEmail();
  await signIn(page, await registerBusiness(request));
  await page.goto("/team");
  await page.getByRole("button", { name: "Invite", exact: true }).click();
  const invite = page.getByRole("dialog", { name: "Invite a team member" });
  await invite.getByLabel("First name").fill("Ana");
  await invite.getByLabel("Last name").fill("Lopez");
  await page.keyboard.press("Enter");
  await expect(invite.getByText("Enter an email or a phone number")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await invite.getByLabel("Email").fill(email);
  await page.keyboard.press("Enter");
  await expect(page.getByText(`Invitation sent to ${email}`)).toBeVisible();
  await expect(cardOf(page, "Ana Lopez")).toContainText("Invited");
  await expectNoAxeViolationsInBothSchemes(page);
  const former = await linkTo(email);
  await choose(page, "Ana Lopez", "Resend");
  await expect.poll(() => linkTo(email)).not.toBe(former);

  const viewport = isMobile ? { width: 390, height: 844 } : { width: 1440, height: 900 };
  const context = await browser.newContext({ baseURL: app.url, viewport });
  const guest = await context.newPage();
  const addresses: string[] = [];
  const link = await linkTo(email);
  guest.on("request", (sent) => addresses.push(`${sent.url()} ${sent.headers().referer ?? ""}`));
  await guest.goto(former);
  await expect(guest.getByText("This invitation is no longer valid. Ask for a new one.")).toBeVisible();
  await guest.goto("/health");
  await guest.goto(link);
  await expect(guest.getByRole("heading", { name: "Join Haddad Autos" })).toBeVisible();
  await expect(guest.getByText("Omar Haddad invited you to Main lot as agent.")).toBeVisible();
  await expect(guest.getByLabel("Email")).toHaveValue(email);
  await expectNoAxeViolationsInBothSchemes(guest);
  await guest.getByLabel(/^Password/).fill(password);
  await guest.getByLabel(/^Confirm password/).fill(`${password}0`);
  await guest.keyboard.press("Enter");
  await expect(guest.getByText("Passwords do not match").first()).toBeVisible();
  await guest.getByLabel(/^Confirm password/).fill(password);
  await guest.keyboard.press("Enter");
  await expect(guest).toHaveURL(/\/inbox\/all$/);
  await expect(guest.getByText("Welcome to Haddad Autos")).toBeVisible();
  // The part after the # was never sent.
  expect(addresses.filter((address) => address.includes(link.split("#")[1] ?? "none"))).toEqual([]);
  // The member replaces the invitation.
  await expect(cardOf(page, "Ana Lopez")).toHaveCount(1);
  await expect(cardOf(page, "Ana Lopez")).not.toContainText("Invited");
  await expect(cardOf(page, "Ana Lopez")).toContainText("Agent");

  await openInApp(guest, "/team");
  await expect(guest).toHaveURL(/\/inbox\/all$/);
  await choose(page, "Ana Lopez", "Delete");
  await page.getByRole("dialog", { name: "Delete Ana Lopez?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Ana Lopez was deleted")).toBeVisible();
  await guest.reload();
  await expect(guest).toHaveURL(/\/login$/);
  await context.close();
});
