import type { Page } from "@playwright/test";
import { lastSequencesEvent } from "#core/event.ts";
import { expectNoAxeViolations, expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { test as base, expect, openInApp, password } from "./app.ts";
import { bubble, composer, firstText, log, newChat, row, tabTo } from "./conversation.ts";

const owner = "Olivia Grant";
const andre = { name: "Andre Silva", email: "agent@demo.rooftop.test", password };
/** An agent who may delete messages. */
const dana = { name: "Dana Kowalski", email: "dana@demo.rooftop.test", password };

/** `page` is the owner's browser; this one is a colleague's beside it. */
const test = base.extend<{ beside: (who: typeof andre) => Promise<Page> }>({
  beside: async ({ browser, app, signIn }, use) => {
    const opened: Page[] = [];
    await use(async (who) => {
      const context = await browser.newContext({ baseURL: app.url, reducedMotion: "reduce" });
      const page = await context.newPage();
      opened.push(page);
      await signIn(page, who);
      return page;
    });
    for (const page of opened) await page.context().close();
  },
});

/** Resolves once the next page that loads receives events. Reports of presence before that are lost to it. */
async function startsReceiving(page: Page): Promise<void> {
  const socket = await page.waitForEvent("websocket", (socket) => socket.url().includes("/socket.io/"));
  await socket.waitForEvent("framereceived", ({ payload }) => payload.includes(lastSequencesEvent));
}

const header = (page: Page) => page.getByRole("region", { name: "Conversation", exact: true }).locator("header");
const preview = (page: Page, customer: { name: string }) => row(page, { ...customer, email: "", phone: "" });

test("colleagues see live who is viewing a chat and who is typing", async ({ page, app, signIn, request, beside }) => {
  const { customer, chat_id } = await newChat(request, app);
  const theirs = await beside(andre);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await theirs.goto(`/inbox/all/${chat_id}`);
  await expect(header(page)).toContainText(`${andre.name} is viewing`);
  await expect(header(theirs)).toContainText(`${owner} is viewing`);

  await composer(theirs).pressSequentially("On my way");
  await expect(header(page)).toContainText(`${andre.name} is typing…`);
  await expectNoAxeViolationsInBothSchemes(page);
  await composer(theirs).press("Enter");
  await expect(bubble(page, "On my way")).toBeVisible();
  await expect(header(page)).toContainText(`${andre.name} is viewing`);

  const receiving = startsReceiving(page);
  await page.goto("/inbox/all");
  await receiving;
  await expect(header(theirs)).not.toContainText(owner);
  await expect(preview(page, customer)).toContainText("On my way");
  await expect(preview(page, customer)).not.toContainText(`${andre.name} is`);
  // A newcomer to the list learns who is present at their next sign of life. One that comes too early is lost, so type on.
  const typing = composer(theirs).pressSequentially("One more thing about the car", { delay: 300 });
  await expect(preview(page, customer)).toContainText(`${andre.name} is typing…`);
  await typing;
  await expectNoAxeViolations(page);
  await theirs.goto("/inbox/unread");
  await expect(preview(page, customer)).not.toContainText(`${andre.name} is`);
});

test("an assigned chat is in its member's list until it is unassigned", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
  beside,
}) => {
  const { customer, chat_id } = await newChat(request, app);
  const theirs = await beside(andre);
  await theirs.goto("/inbox/mine");
  await expect(theirs.getByRole("region", { name: "Conversations" })).toBeVisible();
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  const menu = header(page).getByRole("button", { name: "Assign to a colleague" });
  // Forward, every conversation of the list comes before it.
  await expect(composer(page)).toBeFocused();
  await tabTo(page, menu, "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitemradio", { name: "Nobody" })).toBeChecked();
  await expectNoAxeViolations(page);
  await page.getByRole("menuitemradio", { name: andre.name }).click();
  await expect(header(page).getByRole("button", { name: `Assigned to ${andre.name}` })).toBeVisible();
  await expect(preview(theirs, customer)).toContainText("Assigned to you");
  await expectNoAxeViolations(theirs);

  await header(page)
    .getByRole("button", { name: `Assigned to ${andre.name}` })
    .click();
  await page.getByRole("menuitemradio", { name: "Nobody" }).click();
  await expect(preview(theirs, customer)).toHaveCount(0);
  await openInApp(theirs, `/inbox/all/${chat_id}`);
  await header(theirs).getByRole("button", { name: "Assign to a colleague" }).click();
  await theirs.getByRole("menuitemradio", { name: "Me" }).click();
  await expect(header(page).getByRole("button", { name: `Assigned to ${andre.name}` })).toBeVisible();
});

test("a reply after a colleague's unseen reply asks before sending", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
  beside,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  const theirs = await beside(andre);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  // Events are delayed here.
  const slow = /receiveLastMessage|getAllChatMessages|eventsSince/;
  await page.route(slow, () => {});
  await theirs.goto(`/inbox/all/${chat_id}`);
  await composer(theirs).fill("It is 18,500 dollars");
  await composer(theirs).press("Enter");
  await expect(bubble(theirs, "It is 18,500 dollars")).toContainText(/Sent|Delivered/);

  await composer(page).fill("It is 19,000 dollars");
  await composer(page).press("Enter");
  const question = page.getByRole("dialog", { name: `${andre.name} replied while you were typing` });
  await expect(question).toContainText("It is 18,500 dollars");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await expect(composer(page)).toHaveValue("It is 19,000 dollars");
  await expect(bubble(page, "It is 18,500 dollars")).toBeVisible();
  expect(await phone.received()).not.toContain("It is 19,000 dollars");

  await composer(theirs).fill("With a full tank");
  await composer(theirs).press("Enter");
  await expect(bubble(theirs, "With a full tank")).toContainText(/Sent|Delivered/);
  await composer(page).press("Enter");
  await expect(question).toContainText("With a full tank");
  await question.getByRole("button", { name: "Send anyway" }).click();
  await expect(question).toBeHidden();
  await expect.poll(() => phone.received()).toContain("It is 19,000 dollars");
  await page.unroute(slow);
});

test("a deleted message's text disappears for the team at once, and is struck out for the owner", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request, beside }) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  const secret = "My card number is 4111";
  await phone.text(secret);
  const [may, mayNot] = [await beside(dana), await beside(andre)];
  await signIn(page, "owner");
  for (const one of [page, may, mayNot]) {
    await one.goto(`/inbox/all/${chat_id}`);
    await expect(bubble(one, secret)).toBeVisible();
  }
  await expect(mayNot.getByRole("button", { name: "Delete message" })).toHaveCount(0);

  const button = bubble(may, secret).getByRole("button", { name: "Delete message" });
  await bubble(may, secret).hover();
  await button.click();
  const question = may.getByRole("dialog", { name: "Delete message" });
  await expect(question).toContainText("only see that it was deleted");
  await expectNoAxeViolations(may);
  await may.keyboard.press("Escape");
  await expect(question).toBeHidden();
  await tabTo(may, button);
  await may.keyboard.press("Enter");
  await question.getByRole("button", { name: "Delete" }).click();

  for (const one of [may, mayNot]) {
    await expect(bubble(one, secret)).toHaveCount(0);
    await expect(bubble(one, firstText)).toBeVisible();
    await expect(bubble(one, "This message was deleted")).toContainText(`Deleted by ${dana.name}`);
    await expect(one.getByText(secret)).toHaveCount(0);
  }
  await expect(log(page).locator("del")).toHaveText(secret);
  await expect(bubble(page, secret)).toContainText(`Deleted by ${dana.name}`);
  await expectNoAxeViolationsInBothSchemes(page);
  await expectNoAxeViolationsInBothSchemes(mayNot);
  await mayNot.reload();
  await expect(bubble(mayNot, "This message was deleted")).toContainText(`Deleted by ${dana.name}`);
  await mayNot.goto("/inbox/all");
  await expect(preview(mayNot, customer)).toContainText(firstText);
  await expect(preview(mayNot, customer)).not.toContainText(secret);
});
