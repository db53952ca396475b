import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, openScreen, test } from "./app.ts";
import { chosenByOwner } from "./client.ts";
import { caller, decide, registeringClient } from "./registering.ts";

const queued = (page: Page, { business }: { business: string }) => page.getByRole("row").filter({ hasText: business });

async function choosePart(page: Page, name: string) {
  const parts = page.getByRole("radiogroup", { name: "Registrations by state" });
  const part = parts.getByRole("radio", { name: new RegExp(`^${name}`) });
  await part.click();
  await expect(part).toBeChecked();
}

async function find(page: Page, client: { business: string }) {
  await page.getByRole("searchbox").fill(client.business);
}

test("an operator verifies a client’s toll-free number, and again once it was refused", { tag: "@once" }, async ({
  page,
  request,
  signIn,
  app,
}) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator, { area: "888" });
  await signIn(page, "admin");
  await page.goto(`/admin/registrations/clients/${client.id}`);
  await page.getByRole("button", { name: /^Verify on behalf: \(888\)/ }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText(`for ${client.business}?`);
  await expect(dialog).toContainText("The history shows that you did it.");
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Your password").fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Verify on behalf" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Verify on behalf" }).click();
  await expect(dialog).toBeHidden();
  const history = page.getByRole("region", { name: "History" });
  await expect(history).toContainText("Toll-free number submitted");
  await expect(page.getByRole("button", { name: "Verify on behalf" })).toHaveCount(0);
  await expect(page.getByText("Business and campaign aren’t submitted yet.")).toBeVisible();

  await decide(client, { action: "refuse", code: "30891" });
  const resubmit = page.getByRole("button", { name: /^Resubmit: Toll-free number \(888\)/ });
  await resubmit.click({ timeout: 60_000 });
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Resubmit", exact: true }).click();
  await expect(history).toContainText("Toll-free number resubmitted");
  await decide(client, { action: "approve" });
  await expect(page.getByRole("region", { name: "Numbers" })).toContainText("Registered", { timeout: 60_000 });
  await expectNoAxeViolationsInBothSchemes(page);
});

const story = "an operator submits for one client, mends the refusal of another, and sees a third wait";
test(story, { tag: "@once" }, async ({ page, request, signIn, app }) => {
  test.setTimeout(240_000);
  page.setDefaultTimeout(20_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const [quiet, refused, ready] = [
    await registeringClient(request, operator),
    await registeringClient(request, operator),
    await registeringClient(request, operator),
  ];
  await refused.owner("post", "/text-registration/submit", { version: refused.version, password: chosenByOwner });
  await decide(refused, { action: "refuse", code: "30891" });

  await signIn(page, "admin");
  await page.goto("/admin/registrations");
  await expect(page.getByRole("heading", { name: "Registrations", level: 1 })).toBeVisible();
  await expect(async () => {
    await page.reload();
    await find(page, refused);
    await expect(queued(page, refused)).toContainText("Refused", { timeout: 3_000 });
  }).toPass({ timeout: 60_000 });
  await expect(queued(page, refused)).toContainText("30891");
  await expectNoAxeViolationsInBothSchemes(page);
  await choosePart(page, "Not started");
  for (const client of [quiet, ready]) {
    await find(page, client);
    await expect(queued(page, client)).toContainText("Not started");
  }

  await queued(page, ready).getByRole("link", { name: ready.business }).click();
  await expect(page.getByRole("heading", { name: ready.business })).toBeVisible();
  const answers = page.getByRole("region", { name: "Answers" });
  await expect(answers).toContainText("Harbor Auto of Ontario LLC");
  await expect(answers).toContainText("••-•••4821");
  await expect(page.locator("body")).not.toContainText("951274821");
  await page.getByRole("button", { name: "Submit on behalf" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("$19.50 now");
  await dialog.getByLabel("Your password").fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Submit on behalf" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Submit on behalf" }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business submitted");
  await decide(ready, { action: "approve" });
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business approved", { timeout: 60_000 });
  await expect(page.getByRole("table", { name: "Steps at the carrier" })).toContainText("Business: ");
  await expectNoAxeViolationsInBothSchemes(page);

  await openInApp(page, `/admin/registrations/clients/${refused.id}`);
  await expect(page.getByRole("heading", { name: refused.business })).toBeVisible();
  await page.getByRole("button", { name: "Resubmit: Business" }).click();
  await dialog.getByLabel("Your password").fill(app.password);
  await dialog.getByRole("button", { name: "Resubmit", exact: true }).click();
  await expect(page.getByRole("region", { name: "History" })).toContainText("Business resubmitted");
  await expect(page.getByRole("button", { name: "Look again now: Business" })).toBeVisible();

  await openScreen(page, "/admin/clients");
  await find(page, quiet);
  await expect(queued(page, quiet)).toContainText("Not started");

  await openScreen(page, "/admin/registrations");
  await page.getByRole("button", { name: "Fees and rules" }).click();
  await expect(dialog.getByLabel("Campaign")).toHaveValue("15.00");
  await dialog.getByLabel("Toll-free number").fill("free");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter dollars, as in 4.50")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Toll-free number").fill("0");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog).toBeHidden();

  await openScreen(page, "/admin/registrations/platform/edit");
  await expect(page.getByRole("heading", { name: "Your business" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});
