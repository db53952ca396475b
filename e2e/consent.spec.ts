import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { bubble, composer, newChat, row } from "./conversation.ts";

const optIn = (page: Page) => page.getByRole("switch", { name: "Opt-In" });
const banner = (page: Page) => page.getByRole("alert").filter({ hasText: "Asked not to be texted?" });

/** Beside the chat on a wide screen, otherwise opened with a button. */
async function openDetails(page: Page) {
  await expect(page.getByRole("button", { name: "Customer details" })).toBeVisible();
  if (page.viewportSize()?.width === 390) await page.getByRole("button", { name: "Customer details" }).click();
  await expect(optIn(page)).toBeVisible();
}

async function closeDetails(page: Page) {
  if (page.viewportSize()?.width === 390) await page.keyboard.press("Escape");
}

test("after a STOP nothing can be sent until staff record new consent", async ({ page, app, signIn, request }) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await phone.text("STOP");
  await expect(bubble(page, "You are unsubscribed")).toHaveCount(1);
  await expect(page.getByText("This customer has opted out of text messages.")).toBeVisible();
  await expect(composer(page)).toBeDisabled();

  await openDetails(page);
  await expect(page.getByText(/^Keyword STOP/)).toBeVisible();
  await expect(optIn(page)).not.toBeChecked();
  await optIn(page).press("Space");
  const dialog = page.getByRole("dialog", { name: "Opt this customer in again" });
  await dialog.getByRole("button", { name: "Opt in", exact: true }).click();
  await expect(dialog.getByText("Enter how and when")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel(/How and when/).fill("Signed the form at the desk");
  await dialog.getByRole("button", { name: "Opt in", exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(optIn(page)).toBeChecked();

  await page.getByRole("button", { name: "Consent history" }).click();
  const history = page.getByRole("dialog", { name: "Consent history" });
  const lines = history.getByRole("listitem");
  await expect(lines).toHaveCount(2);
  await expect(lines.first()).toContainText("Opted in");
  await expect(lines.first()).toContainText("Evidence: Signed the form at the desk");
  await expect(lines.last()).toContainText("Opted out");
  await expect(lines.last()).toContainText("STOP");
  await expectNoAxeViolationsInBothSchemes(page);
  const saved = page.waitForEvent("download");
  await history.getByRole("button", { name: "Download proof" }).click();
  const proof = await readFile(await (await saved).path(), "utf8");
  expect(proof).toContain("Evidence: Signed the form at the desk");
  await page.keyboard.press("Escape");
  await expect(history).toBeHidden();

  await closeDetails(page);
  await composer(page).fill("Welcome back");
  await composer(page).press("Enter");
  await expect(bubble(page, "Welcome back")).toContainText("Delivered");
  expect(await phone.received()).toContain("Welcome back");
});

test("opting out asks for confirmation, colleagues see it at once, and it can be undone", { tag: "@once" }, async ({
  page,
  browser,
  app,
  signIn,
  request,
}) => {
  const { chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  const colleague = await (await browser.newContext({ baseURL: app.url })).newPage();
  await signIn(colleague, "owner");
  await colleague.goto(`/inbox/all/${chat_id}`);
  await expect(composer(colleague)).toBeEnabled();

  await page.goto(`/inbox/all/${chat_id}`);
  await openDetails(page);
  // Nobody has agreed yet, and the switch says so.
  await expect(page.getByText("No consent yet")).toBeVisible();
  await expect(optIn(page)).not.toBeChecked();
  const optOut = page.getByRole("button", { name: "Opt out", exact: true });
  await optOut.click();
  const sure = page.getByRole("dialog", { name: "Opt this customer out?" });
  await sure.getByRole("button", { name: "Cancel" }).click();
  await expect(page.getByText("No consent yet")).toBeVisible();
  await optOut.click();
  await sure.getByRole("button", { name: "Opt out" }).click();
  await expect(page.getByText("Opted out").first()).toBeVisible();
  await expect(optOut).toBeHidden();
  await expect(page).toHaveURL(new RegExp(`/inbox/all/${chat_id}$`));
  await expect(composer(colleague)).toBeDisabled();
  await closeDetails(page);
  await expect(composer(page)).toBeDisabled();

  // The team's own click can be undone for a day.
  await openDetails(page);
  await optIn(page).press("Space");
  const undo = page.getByRole("dialog", { name: "Undo the opt-out?" });
  await undo.getByRole("button", { name: "Undo opt-out" }).click();
  await expect(undo.getByText("Enter a reason")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await undo.getByLabel(/Why are you undoing this/).fill("Wrong customer");
  await undo.getByRole("button", { name: "Undo opt-out" }).click();
  await expect(undo).toBeHidden();
  await expect(page.getByText("No consent yet")).toBeVisible();
  await expect(composer(colleague)).toBeEnabled();
  await colleague.context().close();
});

test("staff decide about a likely opt-out request", { tag: "@once" }, async ({ page, app, signIn, request }) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await phone.text("Please stop texting me 🙏");
  await expect(row(page, customer)).toContainText("Opt-out?");
  await row(page, customer).click();
  await expect(banner(page)).toContainText("“Please stop texting me 🙏”");
  await expectNoAxeViolationsInBothSchemes(page);
  await banner(page).getByRole("button", { name: "Not a request" }).click();
  await expect(banner(page)).toBeHidden();
  await expect(composer(page)).toBeEnabled();

  await phone.text("take me off your list");
  await expect(banner(page)).toContainText("“take me off your list”");
  await banner(page).getByRole("button", { name: "Opt out" }).click();
  await expect(banner(page)).toBeHidden();
  await expect(composer(page)).toBeDisabled();
  await expect(page).toHaveURL(new RegExp(`/inbox/all/${chat_id}$`));
});
