import { randomInt } from "node:crypto";
import { isDeep } from "#testing/deep.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { addClient, chosenByOwner, fillIn, newClient, ownerSignsIn, rowOf } from "./client.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";
import { startWebsite } from "./website.ts";

const story = "a client is added, gets a number, and its owner texts with it without a reload";
test(story, { tag: "@once" }, async ({ page, app, browser, signIn, request }) => {
  test.setTimeout(300_000);
  const client = newClient();
  await signIn(page, "admin");
  await page.goto("/admin/dashboard");
  await expect(page.getByRole("region", { name: "Clients" })).toContainText("All time");
  await expect(page.getByRole("region", { name: "Numbers" })).toContainText("Requests waiting");
  await expectNoAxeViolationsInBothSchemes(page);

  await addClient(page, client);
  await expect(page.getByLabel(/^Business Name/)).toHaveValue("");
  await expectNoAxeViolationsInBothSchemes(page);
  await expect(page).toHaveURL(/\/admin\/clients$/, { timeout: 8_000 });

  const owner = await ownerSignsIn(browser, app.url, page, client);
  const person = newCustomerInput();
  await addCustomer(request, { emails: { owner: client.email }, password: chosenByOwner }, person);
  await openInApp(owner, "/customers");
  const text = async () => {
    await owner.getByRole("button", { name: `Actions for Rita ${person.last_name}` }).click();
    await owner.getByRole("menuitem", { name: "Send SMS" }).click();
    const dialog = owner.getByRole("dialog");
    await dialog.getByRole("textbox").last().fill("Hello from our new number");
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
  };
  await text();
  await expect(owner.getByText(/no (phone )?number/i).first()).toBeVisible();
  // While it is still sending, the dialog stays.
  await expect(owner.getByRole("dialog").getByRole("button", { name: "Send", exact: true })).toBeEnabled();
  await owner.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await expect(owner.getByRole("dialog")).toBeHidden();

  await page.getByRole("searchbox").fill(client.business);
  await rowOf(page, client).getByRole("link", { name: "Buy Twilio Number" }).click();
  await expect(page).toHaveURL(/\/admin\/clients\/\d+\/buy_phone_no$/);
  await expect(page.getByRole("heading", { name: client.business })).toBeVisible();
  await expect(page.getByRole("table", { name: "Client" })).toContainText("+1 (909) 555-0142");
  const panel = page.getByRole("region", { name: "Phone number for SMS" });
  // Not an area code of parallel journeys, which would want the same number.
  const area = String(randomInt(300, 900));
  await panel.getByLabel("Area code").fill(area.slice(0, 2));
  await expect(panel).toContainText("Enter at least 3 digits");
  await panel.getByLabel("Area code").fill(area);
  const first = panel.getByRole("listitem").first();
  await expect(first).toContainText(new RegExp(`\\(${area}\\) 555-01\\d\\d.*\\$1\\.15 a month.*SMS`));
  await expectNoAxeViolationsInBothSchemes(page);
  await first.getByRole("button").click();
  const question = page.getByRole("dialog", { name: "Buy this number?" });
  await expect(question).toContainText(`for ${client.business}, Harbor. It costs $1.15 a month`);
  await expectNoAxeViolationsInBothSchemes(page);
  await question.getByRole("button", { name: "Buy number" }).click();
  await expect(page.getByText(/ was bought for Harbor\. Register it before you text\.$/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/clients$/);
  await page.getByRole("searchbox").fill(client.business);
  await expect(rowOf(page, client)).toContainText(`(${area}) 555-01`);
  await expect(rowOf(page, client).getByRole("link", { name: "Buy Twilio Number" })).toHaveCount(0);
  const name = `Nora ${client.last}`;
  await rowOf(page, client).getByRole("link", { name }).click();
  const limits = page.getByRole("region", { name: "Limits" });
  await limits.getByLabel("Texts a day").fill("many");
  await limits.getByRole("button", { name: "Save limits" }).click();
  await expect(limits.getByLabel("Texts a day")).toHaveAttribute("aria-invalid", "true");
  await limits.getByLabel("Texts a day").fill("25");
  await limits.getByRole("button", { name: "Save limits" }).click();
  await expect(page.getByText("Limits saved")).toBeVisible();

  await text();
  await expect(owner).toHaveURL(/\/inbox\/all\/\d+$/);
  await expect(owner.getByText("Hello from our new number").last()).toBeVisible();
  await expect(owner.getByRole("log").getByRole("article").filter({ hasText: "Delivered" })).toBeVisible();

  // In every run, the calls' own tests hold what follows.
  if (!isDeep) return owner.context().close();

  // The owner asks for a number for an ad, and the operator buys it.
  await openInApp(owner, "/call-settings");
  await owner.getByRole("button", { name: "Create a New Number" }).click();
  await owner.getByRole("dialog").getByLabel("Source").fill("Google");
  await owner.getByRole("dialog").getByLabel("Area code").fill(area);
  await owner.getByRole("button", { name: "Request number" }).click();
  const numbers = owner.getByRole("table", { name: "Tracking numbers" }).getByRole("row");
  const google = numbers.filter({ hasText: "Google" });
  await expect(google).toContainText("Requested");
  await page.reload();
  await expect(panel.getByLabel("Number for")).toContainText("Harbor: tracking number for Google");
  await expect(panel.getByLabel("Area code")).toHaveValue(area);
  await first.getByRole("button").click();
  await expect(question).toContainText("Harbor, as its tracking number for Google.");
  await question.getByRole("button", { name: "Buy number" }).click();
  await expect(page.getByText(/ takes calls for Harbor now\.$/)).toBeVisible();
  await owner.reload();
  await expect(google).toContainText(`(${area}) 555-01`);
  await expect(google).toContainText("Calls and texts");

  // With the operator's leave the owner buys the next one.
  await page.goBack();
  const shop = page.getByRole("region", { name: "Tracking numbers" });
  await shop.getByLabel("Can buy its own numbers").selectOption("1");
  await shop.getByLabel("Numbers in 30 days").fill("2");
  await shop.getByRole("button", { name: "Save tracking numbers" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await owner.reload();
  await owner.getByRole("button", { name: "Create a New Number" }).click();
  const order = owner.getByRole("dialog", { name: "Create a New Number" });
  await order.getByRole("button", { name: "Buy number" }).click();
  await expect(order.getByText("Enter a source")).toBeVisible();
  await order.getByLabel("Source").fill("Billboard");
  await order.getByLabel("Area code").fill(area);
  await order.getByRole("radio").first().check();
  await expect(order.getByText("You can buy 2 more in these 30 days.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(owner);
  await order.getByRole("button", { name: "Buy number" }).click();
  const sure = owner.getByRole("dialog", { name: /this number\?$/ });
  await expect(sure).toContainText("costs $1.15 a month, starting today.");
  await sure.getByRole("button", { name: "Buy number" }).click();
  const billboard = numbers.filter({ hasText: "Billboard" });
  await expect(billboard).toContainText(`(${area}) 555-01`);

  // A number that is released takes calls for a while, and can be kept.
  const actions = owner.getByRole("button", { name: "Actions for Billboard" });
  await actions.click();
  await owner.getByRole("menuitem", { name: "Release number" }).click();
  await expect(sure).toContainText("takes calls for 30 more days");
  await expectNoAxeViolationsInBothSchemes(owner);
  await sure.getByRole("button", { name: "Release number" }).click();
  await expect(billboard).toContainText("Released, until");
  await actions.click();
  await owner.getByRole("menuitem", { name: "Keep number" }).click();
  await expect(billboard).toContainText("Calls and texts");

  // The owner's website shows that number to those who come from Google.
  const snippet = owner.getByRole("region", { name: "Code for your website" });
  await expectNoAxeViolationsInBothSchemes(owner);
  const code = (await snippet.textContent()) ?? "";
  const [usual = ""] = /\(\d{3}\) \d{3}-\d{4}/.exec(code) ?? [];
  const dotted = usual.replace(/\((\d+)\) (\d+)-/, "$1.$2.");
  const content = `<p>Call ${usual} or <a href="tel:+1${usual.replace(/\D/g, "")}">${dotted}</a>, order 1${usual.replace(/\D/g, "")}2</p>`;
  const website = await startWebsite(code, { content });
  // Visitors' browsers send no header of their own, with which they would have to ask first.
  const visits = await browser.newContext({ extraHTTPHeaders: {} });
  const visitor = await visits.newPage();
  await visitor.goto(website.url);
  await visitor.goto(`${website.url}?utm_source=google`);
  const [, office = "", line = ""] = /(\d{3})-(\d{4})/.exec((await google.textContent()) ?? "") ?? [];
  const swapped = visitor.getByRole("link", { name: `${area}.${office}.${line}` });
  await expect(swapped).toHaveAttribute("href", `tel:+1${area}${office}${line}`);
  await expect(visitor.getByText(`Call (${area}) ${office}-${line} or`)).toBeVisible();
  // Longer numbers are none of it, and the visit keeps its number from page to page.
  await expect(visitor.getByText(`order 1${usual.replace(/\D/g, "")}2`)).toBeVisible();
  await visitor.getByRole("link", { name: "All trucks" }).click();
  await expect(swapped).toBeVisible();
  await visitor.evaluate((number) => document.body.append(`Later: ${number}`), usual);
  await expect(visitor.getByText(`Later: (${area}) ${office}-${line}`)).toBeVisible();
  const stranger = await visits.newPage();
  const asked = stranger.waitForResponse("**/w/numbers/*");
  await stranger.goto(website.url);
  await asked;
  await expect(stranger.getByText(`Call ${usual} or`)).toBeVisible();
  await visits.close();
  await website.close();
  await owner.context().close();
});

test("the form reports one error at a time, and marks its field", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "admin");
  await page.goto("/admin/clients");
  await page.getByRole("link", { name: "Add New Client" }).click();
  const add = page.getByRole("button", { name: "Add Client" });
  await add.click();
  await expect(page.getByRole("alert").filter({ hasText: "First name is required" })).toBeVisible();
  await expect(page.getByLabel(/^First Name/)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByLabel(/^Last Name/)).not.toHaveAttribute("aria-invalid", "true");
  await expectNoAxeViolationsInBothSchemes(page);
  await fillIn(page, newClient());
  await page.getByLabel(/^First Name/).fill("Nora");
  await page.getByLabel(/^State/).selectOption("");
  await add.click();
  await expect(page.getByLabel(/^State/)).toHaveAttribute("aria-invalid", "true");
  await expect(page.getByText("State is required").first()).toBeVisible();
  await expect(page.getByLabel(/^Country/)).toHaveValue("US");
  await page.getByRole("link", { name: "Go Back" }).click();
  await page.getByRole("dialog", { name: "Discard changes?" }).getByRole("button", { name: "Discard" }).click();
  await expect(page).toHaveURL(/\/admin\/clients$/);
});

test("clients are filtered by period, and a password is changed, by keyboard", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
}) => {
  const client = newClient();
  await signIn(page, "admin");
  await page.goto("/admin/clients");
  await expect(page.getByRole("heading", { level: 1, name: "All Clients" })).toBeVisible();
  await addClient(page, client);
  await openInApp(page, "/admin/clients");
  const periods = page.getByRole("navigation", { name: "Clients since" });
  await expect(periods.getByRole("link")).toHaveText(["All Time", "This Month", "This Week", "Today"]);
  await periods.getByRole("link", { name: "Today" }).focus();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/admin\/clients\/today$/);
  await page.getByRole("searchbox").fill(client.business);
  await expect(rowOf(page, client)).toContainText(client.email);
  await expect(page.getByText("Showing 1 to 1 of 1 records")).toBeVisible();
  await expect(page.getByRole("region", { name: "Clients" })).toHaveAttribute("aria-busy", "false");
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: `Actions for Nora ${client.last}` }).click();
  await page.getByRole("menuitem", { name: "Change Password" }).click();
  const dialog = page.getByRole("dialog", { name: "Change Password" });
  await expect(dialog.getByLabel("Password", { exact: true })).toBeFocused();
  const steps = [
    ["", "", "Please Enter Password..."],
    ["abc", "", "Please Enter Confirm Password..."],
    ["abc", "x", "Password must be at least 6 characters..."],
    ["tulips-and-oaks", "x", "Passwords do not match..."],
  ] as const;
  for (const [password, confirmation, text] of steps) {
    await dialog.getByLabel("Password", { exact: true }).fill(password);
    await dialog.getByLabel("Confirm Password", { exact: true }).fill(confirmation);
    await page.keyboard.press("Enter");
    await expect(dialog.getByText(text)).toBeVisible();
  }
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Confirm Password", { exact: true }).fill("tulips-and-oaks");
  await page.keyboard.press("Enter");
  await expect(page.getByText("Password changed successfully")).toBeVisible();
  await expect(dialog).toBeHidden();
});
