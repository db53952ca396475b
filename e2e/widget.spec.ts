import type { APIRequestContext, FrameLocator, Page } from "@playwright/test";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { composer, log, newChatCustomer, phoneOf } from "./conversation.ts";
import { startWebsite } from "./website.ts";

async function snippetOf(request: APIRequestContext, app: OwnerLogin): Promise<string> {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const answer = await request.post("/api/profile-settings", { headers, data: {} });
  return ((await answer.json()) as { data: { messaging_script: string } }).data.messaging_script;
}

const frameOf = (page: Page): FrameLocator => page.frameLocator("iframe[data-rooftop]");
const widthOf = async (page: Page) => (await page.locator("iframe[data-rooftop]").boundingBox())?.width ?? 0;

/** Sends the form; one that was filled in as fast as a journey does is asked for again. */
async function send(frame: FrameLocator) {
  await expect(async () => {
    await frame.getByRole("button", { name: "Send" }).press("Enter");
    await expect(frame.getByRole("heading", { name: "We got your message" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
}

test("a visitor of the dealer's website writes by keyboard, the team answers, and the phone gets it", async ({
  page,
  browser,
  request,
  app,
  signIn,
}) => {
  const website = await startWebsite(await snippetOf(request, app));
  const customer = newChatCustomer();
  const visitor = await browser.newPage({ viewport: page.viewportSize() });
  await visitor.goto(`${website.url}?utm_source=google`);
  const frame = frameOf(visitor);
  const bubble = frame.getByRole("button", { name: "Text us" });
  await expect(bubble).toBeVisible();
  await expect.poll(() => widthOf(visitor)).toBeLessThan(200);
  await visitor.getByRole("link", { name: "All trucks" }).focus();
  await visitor.keyboard.press("Tab");
  await expect(bubble).toBeFocused();
  await visitor.keyboard.press("Enter");
  await expect(frame.getByLabel("Name")).toBeFocused();
  await visitor.keyboard.press("Escape");
  await expect(bubble).toBeFocused();
  await expect.poll(() => widthOf(visitor)).toBeLessThan(200);
  await visitor.keyboard.press("Enter");
  await expect(frame.getByLabel("Name")).toBeFocused();
  expect(await widthOf(visitor)).toBeGreaterThan(300);
  await visitor.keyboard.type(customer.name);
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type("555");
  await visitor.keyboard.press("Tab");
  await visitor.keyboard.type("Is the F-150 still there?");
  await frame.getByRole("button", { name: "Send" }).press("Enter");
  await expect(frame.getByText("Enter a 10-digit US phone number")).toBeVisible();
  await expect(frame.getByLabel("Cell phone")).toBeFocused();
  await frame.getByLabel("Cell phone").fill(customer.phone);
  await expect(frame.getByRole("checkbox")).not.toBeChecked();
  await send(frame);

  await signIn(page, "owner");
  await page.goto("/inbox/all");
  const row = page.locator("a[data-chat]", { hasText: customer.name });
  await expect(row).toContainText("Phone not confirmed");
  await row.click();
  await expect(log(page)).toContainText("Is the F-150 still there?");
  await expect(log(page)).toContainText(`Website · ${website.host}/trucks/f150`);
  await expectNoAxeViolationsInBothSchemes(page);
  await composer(page).fill("It is. Come by today!");
  await composer(page).press("Enter");
  const phone = await phoneOf(customer);
  await expect
    .poll(phone.received)
    .toEqual([expect.stringContaining("We got your message from our website"), "It is. Come by today!"]);
  await phone.text("On my way");
  await expect(log(page)).toContainText("On my way");
  const head = page.getByRole("heading", { name: customer.name }).locator("..");
  await expect(head).not.toContainText("Phone not confirmed");
  await visitor.close();
  await website.close();
});

test("a website without scripts shows the form at once, and it works", { tag: "@once" }, async ({
  browser,
  request,
  app,
}) => {
  const website = await startWebsite(await snippetOf(request, app));
  const customer = newChatCustomer();
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } });
  const visitor = await context.newPage();
  await visitor.goto(website.url);
  const frame = frameOf(visitor);
  await frame.getByLabel("Name").fill(customer.name);
  await frame.getByLabel("Cell phone").fill(customer.phone);
  await frame.getByLabel("Message").fill("Hello without scripts");
  await send(frame);
  await expect.poll((await phoneOf(customer)).received).toHaveLength(1);
  await context.close();
  await website.close();
});

test("the page in the frame has no accessibility violations, filled in wrong or right", { tag: "@once" }, async ({
  page,
  request,
  app,
}) => {
  const [, address = ""] = /src="([^"]+)"/.exec(await snippetOf(request, app)) ?? [];
  await page.goto(new URL(address).pathname);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("alert")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a manager sees the widget while changing it, and copies its snippet", { tag: "@once" }, async ({
  page,
  context,
  signIn,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await signIn(page, "manager");
  await page.goto("/settings");
  const section = page.getByRole("region", { name: "Website messaging", exact: true });
  await section.getByLabel("Greeting", { exact: true }).fill("Ask us anything");
  const preview = section.getByRole("region", { name: "Preview" });
  await expect(preview).toContainText("Ask us anything");
  await section.getByLabel("Websites that may show it").fill("example.com\nnot a site!");
  await section.getByRole("button", { name: "Save website messaging" }).click();
  await expect(section.getByText("Enter a website like example.com")).toBeVisible();
  await section.getByLabel("Websites that may show it").fill("");
  await section.getByRole("button", { name: "Save website messaging" }).click();
  await expect(page.getByText("Saved", { exact: true }).first()).toBeVisible();
  await expectNoAxeViolations(page);
  await section.getByRole("button", { name: "Copy" }).click();
  await expect(section.getByRole("button", { name: "Copied" })).toBeVisible();
});
