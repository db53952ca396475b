import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { app, expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { fromSimulator } from "./simulator.ts";

test("an owner adds a review site and invites a customer, who chooses it on the page", { tag: "@once" }, async ({
  page,
  request,
  browser,
  signIn,
}) => {
  const business = await registerBusiness(request);
  await signIn(page, business);
  await page.goto("/invites");
  const dialog = page.getByRole("dialog");
  const button = (name: string) => page.getByRole("button", { name, exact: true });
  await expect(page.getByText("Ask customers for a review.")).toBeVisible();
  await button("Send Review Invite").last().click();
  const email = `reviewer${Date.now()}@example.com`;
  const fill = async () => {
    await dialog.getByRole("textbox", { name: "Customer Name" }).fill("Ana Ruiz");
    await dialog.getByRole("textbox", { name: "Customer Phone/Email" }).fill(email);
    await dialog.getByRole("button", { name: "Send Review Invite" }).click();
  };
  await fill();
  await expect(page.getByText("Add a review site first, so that customers have somewhere")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  await openInApp(page, "/review-settings");
  await button("Add site").click();
  const link = dialog.getByRole("textbox", { name: "Link to the review form" });
  await link.fill("https://g.page.evil.example/r");
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(page.getByText("Enter an address at Google").first()).toBeVisible();
  await dialog.getByRole("combobox", { name: "Site" }).selectOption("other");
  await dialog.getByRole("textbox", { name: "Name" }).fill("Guestbook");
  await link.fill("https://guestbook.example/write");
  await dialog.getByRole("button", { name: "Add site" }).click();
  await expect(page.getByText("Monitoring: Link only")).toBeVisible();
  await page.getByRole("textbox", { name: "Review Goal" }).fill("12");
  await button("Save Goal").click();
  await expect(page.getByText("120", { exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await openInApp(page, "/invites");
  await button("Create").click();
  await expect(page.getByRole("menuitem")).toHaveText(["Create a customer", "Upload customers", "Send Review Invite"]);
  await page.getByRole("menuitem", { name: "Create a customer" }).click();
  await expect(page.getByRole("dialog", { name: "Create a customer" })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await button("Create").click();
  await page.getByRole("menuitem", { name: "Send Review Invite" }).click();
  await expect(dialog.getByRole("textbox", { name: "Customer Phone/Email" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Send Multiple" }).click();
  const language = dialog.getByRole("combobox", { name: "Language" });
  await expect(language.getByRole("option")).toHaveText(["Default (English)", "English", "Spanish"]);
  await language.selectOption("Spanish");
  await dialog.getByRole("button", { name: "Send Invites" }).click();
  await expect(dialog.getByText("Select customers to invite")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect(dialog).toBeHidden();
  await button("Create").click();
  await page.getByRole("menuitem", { name: "Send Review Invite" }).click();
  await fill();
  await expect(dialog).toContainText("Review Invite Sent");
  await dialog.getByRole("button", { name: "Send another" }).click();
  await fill();
  await expect(dialog).toContainText("Invitation sent 0 minutes ago");
  await expect(dialog.getByRole("button", { name: "Send Invite Anyway" })).toBeVisible();
  await dialog.getByRole("button", { name: "Back" }).click();
  await dialog.getByRole("button", { name: "Cancel" }).click();

  let path = "";
  await expect(async () => {
    const mails = await fromSimulator<{ text: string }>("mails", { to: email });
    path = /(\/r\/[\w.-]+)/.exec(mails.at(-1)?.text ?? "")?.[1] ?? "";
    expect(path).not.toBe("");
  }).toPass({ timeout: 15_000 });
  // A browser without a window says so, and counts as a program.
  const userAgent = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)";
  const customer = await browser.newContext({ baseURL: app.url, javaScriptEnabled: false, userAgent });
  const phone = await customer.newPage();
  await phone.goto(path);
  await expect(phone.getByRole("heading", { level: 1 })).toContainText("where would you like to leave your review?");
  // Nobody answers there; that it is asked is what counts.
  const asked = phone.waitForRequest("https://guestbook.example/write");
  await phone.getByRole("button", { name: "Guestbook" }).click();
  await asked;
  await customer.close();

  await page.reload();
  const row = page.getByRole("row", { name: /Ana Ruiz/ });
  await expect(row).toContainText("Guestbook");
  await row.getByRole("button", { name: "Actions for Ana Ruiz" }).click();
  await page.getByRole("menuitem", { name: "Mark as reviewed" }).click();
  await expect(row).toContainText("Reviewed");
  await expectNoAxeViolationsInBothSchemes(page);

  await openInApp(page, "/analytics");
  await expect(
    page.getByRole("link", { name: "Ana Ruiz" }).or(page.getByRole("rowheader", { name: "Ana Ruiz" })),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: "Monthly goal: 1 of 12" })).toBeVisible();
  const sites = page.getByRole("region", { name: "Review and rating by site" });
  await expect(sites.getByRole("listitem").filter({ hasText: "Google" })).toContainText("Not set up");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Reviews: 1", exact: true }).click();
  await expect(dialog.getByRole("row", { name: /Ana Ruiz/ })).toContainText("Marked as reviewed by staff");
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();

  await openInApp(page, "/performance");
  await page.getByRole("button", { name: "1: Invites Sent of Omar Haddad" }).click();
  await expect(dialog.getByRole("row", { name: /Ana Ruiz/ })).toContainText(email);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  const saved = page.waitForEvent("download");
  await button("Export as CSV").click();
  expect((await saved).suggestedFilename()).toMatch(/^review-leaderboard-month-/);
  await expectNoAxeViolationsInBothSchemes(page);
});
