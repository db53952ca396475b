import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { registerBusiness } from "./business.ts";

const button = (on: Page | Locator, name: string | RegExp) => on.getByRole("button", { name, exact: true });
const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

test("a bad review is added, assigned, replied to and edited by its author", async ({
  page,
  context,
  request,
  signIn,
  isMobile,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/reviews");
  await expect(page.getByText("Add your review sites first")).toBeVisible();
  await page.getByRole("link", { name: "Review settings" }).click();
  await button(page, "Add site").click();
  const site = page.getByRole("dialog");
  await site.getByLabel("Link").fill("https://g.page/r/harbor/review");
  await site.getByRole("button", { name: /^(Add|Save)/ }).click();
  await expect(site).toBeHidden();

  await openInApp(page, "/reviews");
  await expect(page.getByText("No reviews yet.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Add a review").click();
  const form = page.getByRole("dialog", { name: "Add a review" });
  await button(form, "Save").click();
  await expect(form.getByText("Select a rating")).toBeVisible();
  await form.getByLabel("Author").fill("Karim <b>Nasser</b>");
  await form.getByLabel("Rating").selectOption("2 stars");
  await form.getByRole("textbox", { name: "Review" }).fill("Waited 50 minutes past my appointment.");
  await form.getByLabel("Published on").fill("2199-01-01");
  await button(form, "Save").click();
  await expect(form.getByText("This date is in the future")).toBeVisible();
  await form.getByLabel("Published on").fill("2026-01-15");
  await button(form, "Save").click();
  await expect(form).toBeHidden();

  const card = page.getByRole("listitem", { name: /^Karim/ });
  await expect(card.getByText("2 of 5 stars")).toBeAttached();
  await expect(card.getByText("Waited 50 minutes")).toBeVisible();
  await expect(page.getByRole("radio", { name: /^Needs a reply/ })).toBeVisible();
  if (!isMobile) await expect(page.getByRole("complementary", { name: "Figures" })).toContainText("2.0");
  await expectNoAxeViolationsInBothSchemes(page);
  expect(await overflows(page)).toBe(false);

  await button(card, "Assign").click();
  const assign = page.getByRole("dialog", { name: "Assign" });
  await assign.getByRole("searchbox").fill("nobody like it");
  await expect(assign.getByText("No one by that name")).toBeVisible();
  await assign.getByRole("searchbox").fill("omar");
  await assign.getByRole("checkbox", { name: "Omar Haddad" }).check();
  await button(assign, "Confirm").click();
  await expect(button(card, "Omar Haddad")).toBeVisible();

  // What is typed is kept.
  await button(card, "Reply").click();
  const reply = card.getByRole("textbox", { name: /^Reply to Karim/ });
  await expect(reply).toBeFocused();
  const kept = page.waitForResponse((answer) => answer.url().includes("/reviews/draft/") && answer.ok());
  await reply.fill("We're sorry, as discussed.");
  await expect(card.getByText("26 of 4,096")).toBeVisible();
  await kept;
  await page.reload();
  await expect(reply).toHaveValue("We're sorry, as discussed.");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await button(card, "Mark as posted").click();
  await expect(card.getByText("This refers to a private conversation.")).toBeVisible();
  await reply.fill("We're sorry, Karim. Please ask for me next time.");
  await button(card, "Mark as posted").click();
  await expect(card.getByText("Posted", { exact: true })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);

  await card.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit review" }).click();
  const edit = page.getByRole("dialog", { name: "Edit review" });
  await edit.getByLabel("Rating").selectOption("5 stars");
  await button(edit, "Save").click();
  await expect(edit).toBeHidden();
  await expect(card.getByText("Changed from 2 to 5 stars")).toBeVisible();
  await card.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "History" }).click();
  await expect(page.getByRole("dialog", { name: "History" })).toContainText("2 of 5 stars");
  await page.keyboard.press("Escape");

  await page.getByLabel("Lowest rating").selectOption("3 stars");
  await expect(card).toBeVisible();
  await page.getByLabel("Highest rating").selectOption("4 stars");
  await expect(page.getByText("No matching records found")).toBeVisible();
  await page.getByRole("link", { name: "Clear filters" }).click();
  await expect(card).toBeVisible();
  expect(await overflows(page)).toBe(false);
});
