import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { registerBusiness } from "./business.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const editor = (page: Page) => page.getByRole("textbox", { name: "Email", exact: true });

test("an owner makes a starter their own, with variables and a button, and finds it unchanged", async ({
  page,
  request,
  signIn,
  isMobile,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/email-templates");
  await button(page, "Create New Template").click();
  await button(page, "Save").click();
  await expect(page.getByText("Template Title is required").first()).toBeVisible();
  await expect(page.getByText("Template Content is required").first()).toBeVisible();
  if (isMobile) await button(page, "All templates").click();
  await button(page, "Service reminder").click();
  const content = editor(page);
  await expect(content).toContainText("Hi First name,");
  const preview = page.frameLocator("iframe");
  await expect(preview.locator("body")).toContainText("Hi Maria,");
  await expect(preview.locator("body")).toContainText("Unsubscribe");
  await expectNoAxeViolationsInBothSchemes(page);

  await content.press("ControlOrMeta+End");
  await button(page, "Insert variable").click();
  await page.getByRole("menuitem", { name: "Company email" }).click();
  await button(page, "Button").click();
  const dialog = page.getByRole("dialog", { name: "Button" });
  await dialog.getByLabel("Text").fill("Call us");
  await dialog.getByLabel("Link").fill("javascript:alert(1)");
  await dialog.getByRole("button", { name: "Insert", exact: true }).click();
  await expect(dialog.getByText("Enter a web address, email address or phone link")).toBeVisible();
  await dialog.getByLabel("Link").fill("harbor.example/call");
  await dialog.getByLabel("Link").press("Enter");
  await expect(dialog).toBeHidden();
  await button(page, "Save").click();
  await expect(page.getByText("Template saved")).toBeVisible();
  await expect(button(page, "Update")).toBeVisible();
  await page.reload();
  // As text: the editor loses nothing of what it wrote.
  await expect(content).toContainText("Company email");
  await expect(content.getByRole("link", { name: "Call us" })).toHaveAttribute("href", "https://harbor.example/call");
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflows).toBe(false);

  await content.press("ControlOrMeta+End");
  await page.keyboard.type("Changed");
  await button(page, isMobile ? "All templates" : "Create New Template").click();
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Keep editing" }).click();
  await expect(content).toContainText("Changed");
  await button(page, "Delete").click();
  await page.getByRole("dialog", { name: "Delete this template?" }).getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("Template deleted")).toBeVisible();
});

test("every starter is saved and opened again as text, as it was written @once", async ({ page, request, signIn }) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/email-templates");
  const starters = page.getByRole("region", { name: "Starters" }).getByRole("button");
  await expect(starters).toHaveCount(5);
  for (const starter of await starters.all()) {
    await starter.click();
    await expect(starter).toHaveAttribute("aria-current", "true");
    await expect(editor(page)).toContainText("Company name");
    const words = await editor(page).innerText();
    await button(page, "Save").click();
    await expect(page).toHaveURL(/template=\d+$/);
    await page.reload();
    await expect(button(page, "Update")).toBeVisible();
    await expect.poll(() => editor(page).innerText()).toBe(words);
  }
});

/** Each would call `alert` or ask another host if a page ran it. */
const hostile = [
  "<script>alert(1)</script><p>Read me</p>",
  '<img src=x onerror="alert(1)"><svg onload="alert(1)"></svg>',
  '<a href="javascript:alert(1)">Click</a><iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<p style="background:url(https://evil.example/a.png)">Hi</p><style>@import "https://evil.example/b.css"</style>',
  '<table class="button"><td><a href="data:text/html,<script>alert(1)</script>">%first_name%</a></td></table>',
].join("");

test("nothing in a hostile template runs while it is edited and previewed", async ({
  page,
  request,
  signIn,
  refusals,
}) => {
  await signIn(page, await registerBusiness(request));
  const events: string[] = [];
  page.on("dialog", (dialog) => {
    events.push(dialog.message());
    void dialog.dismiss();
  });
  page.on("request", (one) => void (one.url().includes("evil.example") && events.push(one.url())));
  await page.goto("/email-templates?template=new");
  await button(page, "Edit as HTML").click();
  const source = page.getByRole("textbox", { name: "HTML of the email" });
  await source.fill(hostile);
  await expect(page.frameLocator("iframe").locator("body")).toContainText("Read me");
  await button(page, "Convert anyway").click();
  await expect(editor(page)).toContainText("Read me");
  await editor(page).press("ControlOrMeta+End");
  await page.keyboard.type(" End");
  await expect(page.frameLocator("iframe").locator("body")).toContainText("End");
  expect(events).toEqual([]);
  // Reading the HTML into a document of its own tells of each handler that the policy kept from running.
  const others = refusals.splice(0).filter((text) => !text.includes("inline event handler"));
  expect(others).toEqual([]);
});
