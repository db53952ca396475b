import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, ownerToken, test } from "./app.ts";
import { registerBusiness } from "./business.ts";
import { bubble, log, newChat, row } from "./conversation.ts";
import { fromSimulator, openSimulator } from "./simulator.ts";

test("a customer's missed call leaves a voicemail that plays in the chat", async ({
  page,
  app,
  signIn,
  request,
  browser,
}) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  const handset = await openSimulator(browser, "/simulator?tab=calls");
  await handset.getByLabel("Call from", { exact: true }).fill(customer.phone);
  const texts = await fromSimulator<{ from: string }>("messages", { phone: `+1${customer.phone}` });
  const [{ from: dealership } = { from: "" }] = texts;
  await handset.getByLabel("Dealership").selectOption(dealership);
  await handset.getByRole("button", { name: "Call", exact: true }).click();
  const call = handset.getByRole("article", { name: new RegExp(`^Call from .*${customer.phone.slice(-4)}`) });
  await expect(call.getByText("The caller may leave a message")).toBeVisible();
  await expect(call.getByText(/leave a message after the tone/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(handset);

  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  const missedCall = bubble(page, "Missed call").filter({ hasNotText: "Automatic" });
  await expect(missedCall).toBeVisible();

  await call.getByLabel("Length").selectOption("3");
  await call.getByRole("button", { name: "Leave a voicemail" }).click();
  await expect(call.getByText("Ended")).toBeVisible();
  const voicemail = bubble(page, "Voicemail");
  await expect(voicemail).toContainText("0:03");
  await expect(missedCall).toHaveCount(0);
  await expect(bubble(page, "Sorry we missed your call.")).toContainText("Automatic · Missed call");
  await expect.poll(phone.received).toContainEqual(expect.stringContaining("Sorry we missed your call."));
  const player = voicemail.locator("audio");
  await expect(player).toHaveAccessibleName(`Voicemail of ${customer.name}, 3 seconds`);
  // It can be played and skipped through, once the whole log has replaced the first messages.
  let heard = { duration: 0, at: 0 };
  await expect(async () => {
    heard = await player.evaluate(async (audio: HTMLAudioElement) => {
      audio.muted = true;
      await audio.play();
      audio.currentTime = 2;
      await new Promise((resolve) => audio.addEventListener("seeked", resolve, { once: true }));
      return { duration: audio.duration, at: audio.currentTime };
    });
  }).toPass({ timeout: 20_000 });
  expect(heard.duration).toBeCloseTo(3, 1);
  expect(heard.at).toBeGreaterThanOrEqual(2);
  await expectNoAxeViolationsInBothSchemes(page);

  // The table of calls has it, too, and leads back to the conversation.
  await openInApp(page, "/call-tracking");
  const logged = page.getByRole("table", { name: "Calls" }).getByRole("row").filter({ hasText: customer.name });
  await expect(logged).toContainText("Voicemail");
  await expect(logged).toContainText("0:03");
  const more = logged.getByRole("button", { name: /^Details/ });
  if (await more.isVisible()) await more.click();
  await expect(logged.locator("audio")).toHaveAccessibleName(new RegExp(`^Call with ${customer.name}, `));
  await logged.getByLabel(/^Playback speed/).selectOption("1.5");
  expect(await logged.locator("audio").evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5);
  await expectNoAxeViolationsInBothSchemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await logged.getByRole("button", { name: `Actions for ${customer.name}` }).click();
  await page.getByRole("menuitem", { name: "Mark as spam" }).click();
  await expect(logged).toContainText("Spam");
  await page.getByRole("searchbox").fill(customer.phone);
  await expect(logged).toBeVisible();

  // The log of texts has the one after the missed call.
  await openInApp(page, "/sms-tracking");
  // The log before has a search of its own.
  await expect(page.getByRole("region", { name: "Texts" })).toBeVisible();
  await page.getByRole("searchbox").fill(customer.phone);
  // The search begins once typing has paused; rows that it is about to replace are dim.
  await expect(page).toHaveURL(/[?&]q=/);
  const logOfTexts = page.getByRole("table", { name: "Texts" }).getByRole("row");
  await expect(logOfTexts.filter({ hasText: "Automatic" })).toHaveCount(1);
  // Also on a phone, where the numbers are behind the card's button.
  await expect(logOfTexts.filter({ hasText: "Automatic" })).toContainText(customer.name, { useInnerText: true });
  await expect(page.getByRole("region", { name: "Texts" })).toHaveAttribute("aria-busy", "false");
  await expectNoAxeViolationsInBothSchemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await logOfTexts
    .filter({ hasText: "Automatic" })
    .getByRole("button", { name: `Actions for ${customer.name}` })
    .click();
  await page.getByRole("menuitem", { name: "Open conversation" }).click();
  await expect(voicemail).toBeVisible();

  // The owner calls back: their own phone, which is asked for once, rings first, then the customer's.
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  expect((await request.post("/api/calls/own-phone", { headers, data: { phone: "" } })).ok()).toBe(true);
  await page.getByRole("button", { name: `Call ${customer.name}` }).click();
  const dialog = page.getByRole("dialog", { name: `Call ${customer.name}` });
  await dialog.getByLabel("Your phone").fill("12");
  await dialog.getByRole("button", { name: "Call" }).click();
  await expect(dialog.getByText(/^Phone number is invalid/)).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Your phone").fill("9095550177");
  await dialog.getByRole("button", { name: "Call" }).click();
  await expect(dialog).toHaveCount(0);
  const placed = handset.getByRole("article", { name: new RegExp(`^Call to .*${customer.phone.slice(-4)}`) });
  await expect(placed.getByText("Rings at the member's phone, (909) 555-0177")).toBeVisible();
  await placed.getByRole("button", { name: "Answer" }).click();
  await expect(placed.getByText(new RegExp(`^Rings at .*${customer.phone.slice(-4)}`))).toBeVisible();
  await placed.getByRole("button", { name: "Answer" }).click();
  await expect(placed.getByText("They talk, and are recorded")).toBeVisible();
  await placed.getByRole("button", { name: "Hang up" }).click();
  await expect(placed.getByText("Ended")).toBeVisible();
  await expect(bubble(page, "Outgoing call")).toBeVisible();
  await openInApp(page, "/inbox/all");
  await expect(row(page, customer)).toBeVisible();
  await expect(log(page)).toHaveCount(0);
});

test("an owner changes the call settings, and they are saved", { tag: ["@once", "@deep"] }, async ({
  page,
  signIn,
  request,
}) => {
  await signIn(page, await registerBusiness(request));
  await page.goto("/inbox/all");
  await page.getByRole("button", { name: "Omar Haddad" }).click();
  await page.getByRole("menuitem", { name: "Settings" }).click();
  await page.getByRole("link", { name: "Calls and notifications" }).click();
  const section = page.getByRole("region", { name: "Calls", exact: true });
  const consent = section.getByLabel("Recording Consent");
  const textBack = section.getByRole("switch", { name: "Text back after a missed call" });
  await expect(consent).toHaveValue("1");
  const words = section.getByLabel("Message");
  await words.fill("");
  await section.getByRole("button", { name: "Save how calls are taken" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await expect(words).toHaveValue(/^Sorry we missed your call\./);
  await expectNoAxeViolationsInBothSchemes(page);
  await consent.selectOption("No");
  await words.fill("We'll call you back.");
  const saved = page.waitForResponse("**/api/settings/calls");
  await section.getByRole("button", { name: "Save how calls are taken" }).click();
  expect((await saved).status()).toBe(200);
  await page.reload();
  await expect(consent).toHaveValue("0");
  await expect(words).toHaveValue("We'll call you back.");
  await textBack.press("Space");
  await expect(words).toBeDisabled();
  await section.getByRole("button", { name: "Save how calls are taken" }).click();
  await expect(page.getByText("Saved", { exact: true })).toBeVisible();
  await page.reload();
  await expect(textBack).not.toBeChecked();

  // A number for an ad is asked for, changed and taken back.
  await openInApp(page, "/call-settings");
  const numbers = page.getByRole("table", { name: "Tracking numbers" }).getByRole("row");
  await page.getByRole("button", { name: "Create a New Number" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Source").fill("Radio");
  await dialog.getByRole("button", { name: "Request number" }).click();
  await expect(dialog.getByText("Enter an area code")).toBeVisible();
  await dialog.getByLabel("Area code").fill("909");
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Request number" }).click();
  await expect(numbers.filter({ hasText: "Radio" })).toContainText("Area code 909");
  await expect(numbers.filter({ hasText: "Radio" })).toContainText("Requested");
  await expect(dialog).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(page);
  await numbers.getByRole("button", { name: "Actions for Radio" }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByLabel("Forward to").fill("9095550144");
  await dialog.getByRole("button", { name: "Add a phone" }).click();
  await dialog.getByLabel("Phone 2", { exact: true }).fill("0005550145");
  await dialog.getByLabel("When several phones ring").selectOption("in_turn");
  await dialog.getByLabel("When they ring").selectOption("open");
  await dialog.getByLabel("Greeting").fill("Welcome to the tent sale");
  await dialog.getByLabel("Whisper").fill("Tent sale");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("This number doesn't exist. Check the area code")).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Phone 2", { exact: true }).fill("9095550145");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("(909) 555-0144, (909) 555-0145")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await openInApp(page, "/call-tracking");
  await expect(page.getByRole("radiogroup", { name: "Calls by source" }).getByLabel("Radio")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  // What the ad cost is typed in its month's report.
  await openInApp(page, "/call-tracking/sources");
  await page.getByRole("button", { name: "Actions for Radio" }).click();
  await page.getByRole("menuitem", { name: "Edit spend" }).click();
  await dialog.getByLabel("Amount in dollars").fill("12,34");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(dialog.getByText("Enter an amount such as 1,250.00, up to 10 million")).toBeVisible();
  await dialog.getByLabel("Amount in dollars").fill("1,250");
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("$1,250.00")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  await openInApp(page, "/call-settings");
  await page.getByRole("button", { name: "Actions for Radio" }).click();
  await page.getByRole("menuitem", { name: "Cancel request" }).click();
  await dialog.getByRole("button", { name: "Cancel request" }).click();
  await expect(page.getByText("Give each ad its own number")).toBeVisible();
});
