import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { bubble, composer, firstText, log, newChat, newChatCustomer, phoneOf, row, tabTo } from "./conversation.ts";

test("a text is sent with Enter and delivered, the reply arrives live, and the chat is accessible", {
  tag: "@layout",
}, async ({ page, context, app, signIn, request }) => {
  const { customer, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await row(page, customer).click();
  await expect(page.getByRole("heading", { name: customer.name })).toBeVisible();

  await composer(page).fill("See you at 5?");
  await composer(page).press("Enter");
  await expect(composer(page)).toHaveValue("");
  await expect(bubble(page, "See you at 5?")).toContainText("Delivered");
  expect(await phone.received()).toEqual([firstText, "See you at 5?"]);

  await phone.text("5 works <b>great</b> for me");
  await expect(bubble(page, "5 works <b>great</b> for me")).toBeVisible();
  await expect(log(page).locator("b")).toHaveCount(0);

  await phone.text("https://example.com/a-very-long-address-without-any-space-".repeat(4));
  await expect(bubble(page, "https://example.com/")).toBeVisible();
  const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
  expect(overflows).toBe(false);
  await context.setOffline(true);
  await composer(page).fill("Not sent");
  await composer(page).press("Enter");
  await expect(bubble(page, "Not sent")).toContainText("Waiting for connection");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Discard" }).click();
  await context.setOffline(false);
  const details = page.getByRole("button", { name: "Customer details" });
  if ((await details.getAttribute("aria-expanded")) === "false") await details.click();
  await expect(page.getByText("Last engagement")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a chat with a new text moves to the top unread, opening it marks it read, and the list is accessible", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const earlier = await newChat(request, app);
  const later = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  // Other journeys write to the same dealership meanwhile.
  const topDown = async () => {
    const texts = await page.getByRole("region", { name: "Conversations" }).getByRole("listitem").allInnerTexts();
    return [earlier, later].map(({ customer }) => texts.findIndex((text) => text.includes(customer.name)));
  };
  await expect.poll(async () => (await topDown()).every((at) => at >= 0)).toBe(true);
  const [below, above] = (await topDown()) as [number, number];
  expect(below).toBeGreaterThan(above);
  await earlier.phone.text("Anybody there?");
  const moved = row(page, earlier.customer);
  await expect(moved).toContainText("Anybody there?");
  await expect(moved).toContainText("1 unread");
  await expect(moved).toContainText("Unreplied");
  const [nowAbove, nowBelow] = (await topDown()) as [number, number];
  expect(nowAbove).toBeLessThan(nowBelow);
  await expect(page).toHaveTitle(/^\(\d+\) Rooftop/);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: /^Filter/ }).click();
  await expect(page.getByRole("menuitemradio", { name: /^Unread/ })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");

  await moved.click();
  await expect(bubble(page, "Anybody there?")).toBeVisible();
  await expect(row(page, earlier.customer).getByText("unread")).toHaveCount(0);
  await openInApp(page, "/inbox/unread?tab=inactive");
  await expect(page.getByText("No conversations found")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a conversation is snoozed by its header, found among the snoozed, and brought back", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { customer, chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(row(page, customer)).toBeVisible();
  await page.getByRole("button", { name: "Snooze", exact: true }).click();
  await expect(page.getByRole("menuitem", { name: "Pick date and time" })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("menuitem", { name: /^(Tomorrow|\w+day), / }).click();
  await expect(page.getByRole("alert").getByText(/^Snoozed until/)).toBeVisible();
  // The next conversation opens.
  await expect(page).not.toHaveURL(new RegExp(`/${chat_id}$`));
  await expect(row(page, customer)).toHaveCount(0);
  await openInApp(page, "/inbox/snoozed");
  await row(page, customer).click();
  const isSnoozed = page.getByRole("button", { name: /^Snoozed until/ });
  const until = (await isSnoozed.getAttribute("aria-label")) ?? "";
  await page.getByRole("button", { name: "Close conversation" }).click();
  await expect(row(page, customer)).toHaveCount(0);
  await page
    .getByRole("alert")
    .filter({ hasText: "Conversation closed" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(page).toHaveURL(new RegExp(`/inbox/snoozed/${chat_id}$`));
  await expect(isSnoozed).toHaveAccessibleName(until);
  await isSnoozed.click();
  await page.getByRole("menuitem", { name: "End snooze" }).click();
  await expect(page.getByRole("button", { name: "Snooze", exact: true })).toBeVisible();
  await expect(row(page, customer)).toHaveCount(0);
  await openInApp(page, "/inbox/all");
  await expect(row(page, customer)).toBeVisible();
});

test("a draft stays with its chat", { tag: ["@once", "@deep"] }, async ({ page, app, signIn, request }) => {
  const one = await newChat(request, app);
  const other = await newChat(request, app);
  await signIn(page, "agent");
  await page.goto(`/inbox/all/${one.chat_id}`);
  await composer(page).fill("a".repeat(161));
  await expect(page.getByText("161/320")).toBeVisible();
  await composer(page).fill("b".repeat(400));
  await expect(page.getByText("320/320")).toBeVisible();
  await openInApp(page, `/inbox/all/${other.chat_id}`);
  await expect(composer(page)).toHaveValue("");
  await openInApp(page, `/inbox/all/${one.chat_id}`);
  await expect(composer(page)).toHaveValue("b".repeat(320));
});

test("a conversation is closed, found under In-Active, and reopened", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await phone.text("Is it ready?");
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, "Is it ready?")).toBeVisible();
  await page.getByRole("button", { name: "Close conversation" }).click();
  const question = page.getByRole("dialog", { name: `${customer.name} is waiting for a reply` });
  await question.getByRole("button", { name: "Cancel" }).click();
  await expect(question).toBeHidden();
  await expect(row(page, customer)).toBeVisible();
  await page.getByRole("button", { name: "Close conversation" }).click();
  await question.getByRole("button", { name: "Close anyway" }).click();
  // The next conversation opens.
  await expect(page).not.toHaveURL(new RegExp(`/${chat_id}$`));
  await expect(page.getByRole("heading", { name: customer.name })).toHaveCount(0);
  await expect(row(page, customer)).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(row(page, customer)).toBeVisible();
  await row(page, customer).click();
  await expect(page.getByRole("heading", { name: customer.name })).toBeVisible();
  await page.getByRole("button", { name: "Close conversation" }).click();
  await question.getByRole("button", { name: "Close anyway" }).click();
  await openInApp(page, "/inbox/all?tab=inactive");
  await row(page, customer).click();
  await page.getByRole("button", { name: "Reopen conversation" }).click();
  await expect(page.getByRole("button", { name: "Close conversation" })).toBeVisible();
});

test("waiting conversations are answered and closed one after the other, by keyboard alone", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const chats = [await newChat(request, app), await newChat(request, app)] as const;
  for (const { phone } of chats) await phone.text("Anybody there?");
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  for (const { chat_id, customer } of chats) {
    await openInApp(page, `/inbox/all/${chat_id}`);
    await expect(page.getByRole("heading", { name: customer.name })).toBeVisible();
    // Opening a conversation puts the cursor into the composer.
    await expect(composer(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await page.keyboard.press("a");
    await expect(page.getByRole("button", { name: "Assigned to you" })).toBeVisible();
  }
  await openInApp(page, `/inbox/mine/${chats[0].chat_id}`);
  for (const { customer } of chats) {
    await expect(page.getByRole("heading", { name: customer.name })).toBeVisible();
    await expect(row(page, customer)).toBeVisible();
    await expect(composer(page)).toBeFocused();
    await page.keyboard.type("On it");
    await page.keyboard.press("Enter");
    // Closing right after writing must not overtake the text, which would open the conversation again.
    await expect(bubble(page, "On it")).toBeVisible();
    await page.keyboard.press("Escape");
    await page.keyboard.press("e");
    await expect(page.getByRole("heading", { name: customer.name })).toHaveCount(0);
  }
  await openInApp(page, "/inbox/mine?tab=inactive");
  for (const { customer } of chats) await expect(row(page, customer)).toContainText("You: On it");
});

test("a customer is added, is texted, and replies, by touch", { tag: "@phone" }, async ({ page, signIn }) => {
  const customer = newChatCustomer();
  const [first_name = "", last_name = ""] = customer.name.split(" ");
  await signIn(page, "owner");
  await page.goto("/customers");
  await page.getByRole("button", { name: "Create a customer" }).click();
  const form = page.getByRole("dialog");
  await form.getByLabel("First name").fill(first_name);
  await form.getByLabel("Last name").fill(last_name);
  await form.getByLabel("Email").fill(customer.email);
  await form.getByLabel("Phone").fill(customer.phone);
  await form.getByLabel("Address").fill("1 Palm Ave, San Bernardino, CA");
  await form.getByRole("button", { name: "Create", exact: true }).click();
  await expect(form).toBeHidden();

  await openInApp(page, "/inbox/all");
  await page.getByRole("button", { name: "Send SMS" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Customer").fill(last_name);
  await page.getByRole("option", { name: customer.name }).click();
  await dialog.getByLabel("Message").fill(firstText);
  await dialog.getByRole("button", { name: "Send", exact: true }).click();
  await page.waitForURL(/\/inbox\/all\/\d+$/);
  await expect(bubble(page, firstText)).toContainText("Delivered");

  const phone = await phoneOf(customer);
  await phone.text("Great, thank you!");
  await expect(bubble(page, "Great, thank you!")).toBeVisible();
});

test("a customer is added, is texted, and replies, by keyboard alone", { tag: "@deep" }, async ({ page, signIn }) => {
  const customer = newChatCustomer();
  const [first_name = "", last_name = ""] = customer.name.split(" ");
  await signIn(page, "owner");
  await page.goto("/customers");
  const type = (text: string) => page.keyboard.type(text);
  await tabTo(page, page.getByRole("button", { name: "Create a customer" }));
  await page.keyboard.press("Enter");
  const form = page.getByRole("dialog");
  await expect(form.getByLabel("First name")).toBeFocused();
  for (const text of [first_name, last_name, customer.email, customer.phone, "1 Palm Ave, San Bernardino, CA"]) {
    await type(text);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();

  await openInApp(page, "/inbox/all");
  await tabTo(page, page.getByRole("button", { name: "Send SMS" }));
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByLabel("Customer")).toBeFocused();
  await type(last_name);
  await expect(page.getByRole("option", { name: customer.name })).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await tabTo(page, dialog.getByLabel("Message"));
  await type(firstText);
  await tabTo(page, dialog.getByRole("button", { name: "Send", exact: true }));
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/inbox\/all\/\d+$/);
  await expect(bubble(page, firstText)).toContainText("Delivered");

  const phone = await phoneOf(customer);
  await phone.text("Great, thank you!");
  await expect(bubble(page, "Great, thank you!")).toBeVisible();
  await tabTo(page, composer(page));
  await type("You're welcome");
  await page.keyboard.press("Enter");
  await expect(bubble(page, "You're welcome")).toContainText("Delivered");
  await page.keyboard.press("Escape");
  await expect(row(page, customer)).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(bubble(page, "You're welcome")).toBeVisible();
});
