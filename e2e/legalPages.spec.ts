import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { newChatCustomer, phoneOf } from "./conversation.ts";

/** The page fits the screen, and can be read in both schemes by everyone. */
async function expectGoodPage(page: Page, heading: string | RegExp) {
  await expect(page.getByRole("heading", { level: 1, name: heading })).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

const next = "Sign up for texts";

test("an owner adds to the pages, and a customer reads them, signs up by keyboard and confirms by text", {
  tag: "@layout",
}, async ({ page, browser, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings/legal-pages");
  const section = page.getByRole("region", { name: "Privacy policy, terms and sign-up page" });
  const address = async (name: string) => String(await section.getByRole("link", { name }).getAttribute("href"));
  const copy = section.getByRole("button", { name: "Copy link: Picture of the form" });
  await copy.scrollIntoViewIfNeeded();
  await expect(copy).toBeInViewport({ ratio: 1 });
  const addition = `We keep service records for seven years. <b>${Date.now()}</b>`;
  await section.getByLabel("Add to your privacy policy").fill(addition);
  await section.getByRole("button", { name: "Save pages" }).press("Enter");
  await expect(page.getByText("Pages updated")).toBeVisible();

  const customer = newChatCustomer();
  const visitor = await browser.newPage({ viewport: page.viewportSize() });
  await visitor.goto(await address("Privacy policy"));
  await expect(visitor.getByText(addition)).toBeVisible();
  await expectGoodPage(visitor, "Privacy policy");
  await visitor.getByRole("contentinfo").getByRole("link", { name: "Terms" }).click();
  await expect(visitor.getByText("Message and data rates may apply.")).toBeVisible();
  await expectGoodPage(visitor, "Text message terms");
  await visitor.getByRole("contentinfo").getByRole("link", { name: next }).click();
  await expectGoodPage(visitor, /^Get texts from/);

  const box = visitor.getByRole("checkbox");
  await expect(box).not.toBeChecked();
  const [first = "", last = ""] = customer.name.split(" ");
  await visitor.getByLabel("First name").focus();
  await visitor.keyboard.type(first);
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type(last);
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type(customer.phone);
  const choice = visitor.getByLabel("Location");
  if (await choice.isVisible()) await choice.selectOption({ index: 1 });
  await visitor.getByRole("button", { name: next }).press("Enter");
  await expect(visitor.getByText("Check this box to agree to get our texts")).toBeVisible();
  await expect(box).toBeFocused();
  await expectGoodPage(visitor, /^Get texts from/);

  const sent = visitor.getByRole("heading", { name: "Check your phone" });
  // A form that was filled in as fast as a journey does is asked for again.
  await expect(async () => {
    if (await sent.isVisible()) return;
    await box.check({ timeout: 2_000 });
    await visitor.getByRole("button", { name: next }).press("Enter", { timeout: 2_000 });
    await expect(sent).toBeVisible({ timeout: 4_000 });
  }).toPass();
  await expectGoodPage(visitor, "Check your phone");

  const phone = await phoneOf(customer);
  await expect.poll(phone.received).toEqual([expect.stringContaining("Reply YES to confirm")]);
  await visitor.goto(
    (await address("Picture of the form")).replace(/^https?:\/\/[^/]+/, new URL(visitor.url()).origin),
  );
  expect(await visitor.locator("img").evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
  await visitor.close();
});

test("the review page and the widget lead to the pages", { tag: "@once" }, async ({ page, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/settings/legal-pages");
  const section = page.getByRole("region", { name: "Privacy policy, terms and sign-up page" });
  const privacy = String(await section.getByRole("link", { name: "Privacy policy" }).getAttribute("href"));
  await openInApp(page, "/settings/website-messaging");
  const messaging = page.getByRole("region", { name: "Website messaging" });
  await expect(messaging.getByText("Leave empty to link the page we host for you.").first()).toBeVisible();
  await page.goto("/review-settings");
  const shown = await page.context().newPage();
  const link = page.getByRole("link", { name: "Preview page" });
  await shown.goto(String(await link.getAttribute("href")));
  await expect(shown.getByRole("link", { name: "Privacy" })).toHaveAttribute("href", new URL(privacy).pathname);
  await shown.close();
});
