import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, test } from "./app.ts";
import { bubble, composer, firstText, log, newChat, type Phone, row, tabTo } from "./conversation.ts";

/** A word that no other journey writes. */
const newWord = () => `word${randomUUID().slice(0, 8)}`;
const box = (page: Page) => page.getByRole("searchbox", { name: "Search conversations" });
const conversations = (page: Page) => page.getByRole("region", { name: "Conversations" });
const hit = (page: Page, text: string) => conversations(page).getByRole("link").filter({ hasText: text });

/** Many texts, ten at a time. */
async function fill(phone: Phone, count: number) {
  for (let n = 0; n < count; n += 10) {
    await Promise.all(Array.from({ length: 10 }, (_, more) => phone.text(`Filler ${n + more}`)));
  }
}

test("an old message is found by part of a word, and the chat opens at it", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone, customer } = await newChat(request, app);
  const word = newWord();
  await phone.text(`Do you have the ${word.toUpperCase()} in blue?`);
  await fill(phone, 70);
  await phone.text("The newest one");
  await signIn(page, "agent");
  await page.goto("/inbox/all");

  await expect(row(page, customer)).toContainText("The newest one");
  await box(page).fill(word.slice(2));
  await expect(hit(page, customer.name)).toHaveCount(1);
  await expect(conversations(page).locator("mark")).toHaveText([word.slice(2).toUpperCase()]);
  await expect(conversations(page).getByRole("status")).toHaveText("1 message");
  await expect(page).toHaveURL(new RegExp(`q=${word.slice(2)}`));
  await expectNoAxeViolationsInBothSchemes(page);

  await hit(page, customer.name).click();
  await expect(page).toHaveURL(new RegExp(`/inbox/all/${chat_id}\\?q=.*&at=\\d+`));
  await expect(bubble(page, word.toUpperCase())).toBeInViewport();
  await expect(log(page).locator("[aria-current]")).toContainText(word.toUpperCase());
  await expect(bubble(page, "The newest one")).toHaveCount(0);
  await expectNoAxeViolationsInBothSchemes(page);

  await page.getByRole("button", { name: "Latest messages" }).click();
  await expect(bubble(page, "The newest one")).toBeInViewport();
  await expect(page).not.toHaveURL(/at=/);
  await page.goBack();
  await expect(bubble(page, word.toUpperCase())).toBeInViewport();

  // Back before the newest have come.
  await page.getByRole("button", { name: "Latest messages" }).click();
  await page.goBack();
  await expect(bubble(page, word.toUpperCase())).toBeInViewport();
});

test("messages that arrive while reading results are announced, and shown on request", { tag: "@deep" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { phone, customer } = await newChat(request, app);
  const word = newWord();
  await signIn(page, "agent");
  await page.goto(`/inbox/all?q=${word}`);
  const status = conversations(page).getByRole("status");
  await expect(status).toHaveText("No results found.");

  // The first message arrives by itself.
  await phone.text(`Is the ${word} still there?`);
  await expect(hit(page, customer.name)).toHaveCount(1);
  await expect(status).toHaveText("1 message");

  await phone.text(`And what does the ${word} cost?`);
  await phone.text("Never mind");
  const show = page.getByRole("button", { name: "Show 1 new result" });
  await expect(show).toBeVisible();
  await expect(hit(page, customer.name)).toHaveCount(1);
  await expectNoAxeViolationsInBothSchemes(page);
  await show.click();
  await expect(hit(page, customer.name)).toHaveCount(2);
  await expect(hit(page, customer.name).first()).toContainText("And what does the");
  await expect(show).toHaveCount(0);
  await expect(status).toHaveText("2 messages");
});

test("sending from an old part of the chat jumps to the newest messages", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { phone, customer } = await newChat(request, app);
  const word = newWord();
  await phone.text(`First ${word}`);
  // More than one page of messages.
  await fill(phone, 170);
  await phone.text("The newest one");
  await signIn(page, "agent");
  await page.goto("/inbox/all");
  // The simulator delivers this many texts one by one.
  test.slow();
  await expect(row(page, customer)).toContainText("The newest one", { timeout: 90_000 });
  await page.goto(`/inbox/all?q=${word}`);
  await hit(page, customer.name).click();
  await expect(bubble(page, word)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Latest messages" })).toBeVisible();
  await composer(page).fill("An answer to that");
  await composer(page).press("Enter");
  await expect(bubble(page, "An answer to that")).toBeInViewport();
  await expect(bubble(page, word)).toHaveCount(0);
});

test("people are found by name and phone; Back leads to the list", async ({ page, app, signIn, request }) => {
  const { customer } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await expect(conversations(page).getByRole("tab").first()).toBeVisible();
  await box(page).fill(customer.name.slice(-8));
  await expect(hit(page, customer.name)).toHaveCount(1);
  await expect(conversations(page).getByRole("status")).toHaveText("1 person");
  const { phone } = customer;
  await box(page).fill(`(${phone.slice(0, 3)}) ${phone.slice(3, 6)}-${phone.slice(6)}`);
  await expect(hit(page, customer.name).locator("mark").first()).toContainText(phone.slice(0, 3));
  await page.goBack();
  await expect(box(page)).toHaveValue("");
  await expect(conversations(page).getByRole("tab").first()).toBeVisible();
});

test("no results and too-short searches are reported, and markup in a found message is plain text", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const { phone, customer } = await newChat(request, app);
  const word = newWord();
  await phone.text(`<b>${word}</b> <mark>x</mark> <img src=x onerror="document.title='hacked'">`);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await box(page).fill("zqxzqxzqx%_\\");
  await expect(conversations(page).getByText("No User found.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await box(page).fill("z");
  await expect(conversations(page).getByText("Type at least 2 characters.")).toBeVisible();
  await box(page).fill("zq%");
  await expect(
    conversations(page).getByText("Type 3 letters or digits in a row to search messages, too."),
  ).toBeVisible();
  await box(page).press("Escape");
  await expect(box(page)).toHaveValue("");
  await expect(page).toHaveURL(/\/inbox\/all$/);

  // Only delivered texts can be found.
  await expect(row(page, customer)).toContainText(word);
  await box(page).fill(word);
  await expect(hit(page, word)).toContainText(`<b>${word}</b> <mark>x</mark> <img src=x`);
  await expect(conversations(page).locator("mark")).toHaveText([word]);
  await expect(page).not.toHaveTitle(/hacked/);
});

/** Moves through the list by a key; other journeys' chats may be in between. */
async function pressUntilFocused(page: Page, key: string, target: Locator): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(key);
    await expect(target).toBeFocused({ timeout: 500 });
  }).toPass({ timeout: 20_000 });
}

test("the inbox works by shortcuts alone, which are listed and can be turned off", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const older = await newChat(request, app);
  const newer = await newChat(request, app);
  await signIn(page, "owner");
  // What is typed while a conversation opens closes nothing.
  const opened = Promise.withResolvers<void>();
  await page.route("**/getAllChatMessages/**", (route) => opened.promise.then(() => route.continue()));
  await page.goto(`/inbox/all/${newer.chat_id}`);
  await expect(page.getByRole("heading", { name: newer.customer.name })).toBeVisible();
  await page.keyboard.press("e");
  opened.resolve();
  await expect(composer(page)).toBeFocused();
  await expect(page.getByRole("button", { name: "Close conversation" })).toBeVisible();
  await page.keyboard.type("je?");
  await expect(composer(page)).toHaveValue("je?");
  await composer(page).fill("");
  await page.keyboard.press("Escape");
  await expect(row(page, newer.customer)).toBeFocused();
  // A name that is typed on the list is no series of commands.
  await page.keyboard.type("pansea");
  await expect(row(page, newer.customer)).not.toContainText("Pinned");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Close conversation" })).toBeVisible();
  await pressUntilFocused(page, "j", row(page, older.customer));
  await pressUntilFocused(page, "k", row(page, newer.customer));
  await pressUntilFocused(page, "j", row(page, older.customer));
  await page.keyboard.press("o");
  await expect(page.getByRole("heading", { name: older.customer.name })).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await expect(bubble(page, firstText)).toBeVisible();

  await page.keyboard.press("Escape");
  // A second press while the first is in flight counts: the last one wins.
  const first = Promise.withResolvers<void>();
  await page.route("**/pinConversation", (route) => first.promise.then(() => route.continue()), { times: 1 });
  const answered: unknown[] = [];
  page.on("response", (answer) => {
    if (answer.url().endsWith("/pinConversation")) answered.push(answer.request().postDataJSON());
  });
  await page.keyboard.press("p");
  await expect(row(page, older.customer)).toContainText("Pinned");
  await page.keyboard.press("p");
  await expect(row(page, older.customer)).not.toContainText("Pinned");
  first.resolve();
  await expect.poll(() => answered).toMatchObject([{ is_pinned: 1 }, { is_pinned: 0 }]);
  await page.waitForLoadState("networkidle");
  await expect(row(page, older.customer)).not.toContainText("Pinned");
  await page.keyboard.press("a");
  await expect(page.getByRole("button", { name: "Assigned to you" })).toBeVisible();
  await page.keyboard.press("e");
  // The next conversation opens.
  await expect(page.getByRole("heading", { name: older.customer.name })).toHaveCount(0);
  await openInApp(page, `/inbox/all/${older.chat_id}?tab=inactive`);
  await expect(page.getByRole("button", { name: "Reopen conversation" })).toBeVisible();
  await expect(row(page, older.customer)).toBeVisible();
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(row(page, older.customer)).toBeFocused();
  await page.keyboard.press("e");
  await expect(page.getByRole("button", { name: "Close conversation" })).toBeVisible();
  await openInApp(page, `/inbox/all/${older.chat_id}`);
  await expect(row(page, older.customer)).toBeVisible();
  await page.keyboard.press("r");
  await expect(composer(page)).toBeFocused();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(box(page)).toBeFocused();
  await tabTo(page, row(page, older.customer));

  await page.keyboard.press("?");
  const dialog = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(dialog.getByText("Close or reopen the conversation")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await row(page, older.customer).focus();
  await page.keyboard.press("/");
  await expect(box(page)).not.toBeFocused();
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await dialog.getByRole("switch", { name: "Single-key shortcuts" }).click();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await page.keyboard.press("w");
  await expect(page.getByRole("dialog", { name: "Send SMS" })).toBeVisible();
});
