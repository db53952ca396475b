import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { newPhone } from "./business.ts";
import { chosenByOwner } from "./client.ts";
import { caller, decide, registeringClient } from "./registering.ts";
import { fromSimulator } from "./simulator.ts";

const head = (page: Page) => page.locator("#registration-head");

const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();

test("an owner fills the registration in, mends what reviewers would refuse, and submits it", {
  tag: "@layout",
}, async ({ page, request, signIn, app }) => {
  test.setTimeout(120_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator, { isFilledIn: false });
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration");
  await expect(head(page)).toHaveText("Register before you text");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("link", { name: "Start registration" }).click();

  await page.getByLabel("Legal business name").fill("Harbor Auto of Ontario");
  await page.getByLabel("Name customers know you by").fill("Harbor Auto");
  await page.getByLabel("Business type").selectOption("llc");
  await expect(page.getByText("Your letter may end in “LLC”. Copy the whole line.")).toBeVisible();
  await page.getByLabel("Legal business name").fill("Harbor Auto of Ontario LLC");
  await page.getByLabel("EIN", { exact: true }).fill("12345678");
  await page.getByLabel("Business email").fill("office@harborauto.example");
  await expect(page.getByText("Enter nine digits, as in 12-3456789")).toBeVisible();
  await page.getByLabel("EIN", { exact: true }).fill("95-1274821");
  await page.getByLabel("Website").fill("https://harborauto.example");
  await expect(page.getByText("At your own domain")).toBeVisible();
  await page.getByLabel("Street").fill("12 Pier St");
  await page.getByLabel("City").fill("Ontario");
  await page.getByLabel("State", { exact: true }).selectOption("CA");
  await page.getByLabel("ZIP code").fill("91761");
  await expect(page.getByLabel("EIN", { exact: true })).toHaveValue("••-•••4821");
  await expectNoAxeViolationsInBothSchemes(page);
  await goOn(page);

  await page.getByLabel("First name").fill("Nora");
  await page.getByLabel("Last name").fill("Diaz");
  await page.getByLabel("Email").fill("nora@harborauto.example");
  await page.getByLabel("Phone").fill("9095550177");
  await page.getByLabel("Job title").fill("General Manager");
  await page.getByLabel("Position").selectOption("gm");
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await goOn(page);

  await expect(page.getByRole("checkbox", { name: "On a web form" })).toBeChecked();
  const second = page.getByRole("textbox", { name: "Sample text 2" });
  await second.fill("Harbor Auto: free battery check this week. Book at harborauto.example/book.");
  await expectNoAxeViolationsInBothSchemes(page);
  await goOn(page);

  const refused = page.getByRole("region", { name: "Will be refused" });
  await expect(refused).toContainText("Sample text 2 has no opt-out line");
  await expect(page.getByText("1 item to fix first")).toBeVisible();
  await page.getByRole("button", { name: "Submit registration" }).click();
  const mend = refused.getByRole("button", { name: /^Add the line/ });
  await expect(mend).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await mend.click();
  await expect(refused).toHaveCount(0);
  // Nothing of it is lost.
  await expect(page.getByText(/^Draft · saved/)).toBeVisible();
  await page.getByRole("button", { name: "Submit registration" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toContainText("Enter your password to submit.");
  await dialog.getByLabel("Your password").fill("Wrong-password-1");
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(dialog.getByText("Incorrect password")).toBeVisible();
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await dialog.getByRole("button", { name: "Submit registration" }).click();
  await expect(head(page)).toHaveText(/^(With the simulated carrier since|Carriers are reviewing your business)/);
  await expect(page.getByText("Business submitted")).toBeVisible();
  await expect(page.locator("body")).not.toContainText("951274821");
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a refused campaign is mended, and the first text leaves once carriers have the number", {
  tag: ["@once", "@deep"],
}, async ({ page, request, signIn, app }) => {
  test.setTimeout(600_000);
  const operator = await caller(request, app.emails.admin, app.password);
  const client = await registeringClient(request, operator);
  await client.owner("post", "/text-registration/submit", { version: client.version, password: chosenByOwner });
  await decide(client, { action: "approve" }, "brand");
  await decide(client, { action: "refuse", code: "30896" }, "campaign");
  await signIn(page, { email: client.email, password: chosenByOwner });
  await page.goto("/settings/text-registration");
  await expect(head(page)).toHaveText("One answer to change", { timeout: 120_000 });
  await expect(page.getByText("Code 30896")).toBeVisible();
  const answer = page.getByRole("textbox", { name: "New answer" });
  await page.getByRole("button", { name: "Use our suggestion" }).click();
  await expect(answer).toHaveValue(/check a box/);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Resubmit" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Your password").fill(chosenByOwner);
  await dialog.getByRole("button", { name: "Resubmit" }).click();
  await expect(page.getByText("Campaign resubmitted")).toBeVisible();
  await decide(client, { action: "approve" }, "campaign");
  await expect(head(page)).toHaveText("Your number can text", { timeout: 180_000 });

  const phone = newPhone();
  const customer = {
    first_name: "Ana",
    last_name: "Ruiz",
    phone,
    email: `ana-${phone}@example.com`,
    address: "1 Palm Ave",
  };
  const { id } = await client.owner("post", "/customers/add", customer);
  const message = "Hi, your car is ready.";
  await client.owner("post", "/sendMessageToCustomer", { customer_id: id, message });
  const received = () => fromSimulator<{ body: string }>("messages", { phone: `+1${phone}` });
  await expect.poll(async () => (await received()).map(({ body }) => body)).toEqual([message]);
});
