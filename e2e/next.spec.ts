import type { Locator, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, logIn, ownerToken, test } from "./app.ts";
import { newPhone, registerBusiness } from "./business.ts";
import { composer, newChat } from "./conversation.ts";
import { newCustomerInput } from "./customer.ts";

const entry = (page: Page, name: string) => page.getByRole("navigation", { name: "Who's next" }).getByText(name);
const head = (page: Page, name: string) => page.getByRole("heading", { name, exact: true });
const leave = async (page: Page, isMobile: boolean) => {
  if (isMobile) await page.getByRole("link", { name: "Back to the queue" }).click();
};

test("who waits is answered, closed and snoozed, one after the other", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const [first, second] = [await newChat(request, app), await newChat(request, app)];
  await first.phone.text("Is the Sorento still at $38,450?");
  await second.phone.text("Do you take motorcycles in trade?");
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  if (isMobile) await page.getByRole("button", { name: "Open menu" }).click();
  await page.getByRole("link", { name: /^Next/ }).click();
  await expect(page).toHaveTitle(/Rooftop — Next$/);
  await page.getByRole("button", { name: /^Queue:/ }).click();
  await page.getByRole("menuitemradio", { name: "Unassigned" }).click();
  await expect(page).toHaveURL(/queue=unassigned/);
  await expectNoAxeViolationsInBothSchemes(page);

  // The answer goes to whom it was written, and the next one follows.
  await page.goto(`/next/question/${first.chat_id}?queue=unassigned`);
  await expect(head(page, first.customer.name)).toBeVisible();
  await expect(page.getByRole("log").getByText("Is the Sorento still at $38,450?").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await composer(page).fill("It is, until Monday.");
  await composer(page).press("Enter");
  // Who goes on typing before the next field is there closes nothing, and opens nothing.
  if (!isMobile) await page.keyboard.type("tees");
  await expect.poll(first.phone.received).toContain("It is, until Monday.");
  await expect(head(page, first.customer.name)).toBeHidden();
  await expect(page.getByText(/^Closed without a reply/)).toHaveCount(0);
  await expect(page.getByRole("dialog", { name: "Add task" })).toHaveCount(0);
  await leave(page, isMobile);
  await expect(entry(page, first.customer.name)).toBeHidden();

  // Closed without an answer, and taken back.
  await page.goto(`/next/question/${second.chat_id}?queue=unassigned`);
  await expect(head(page, second.customer.name)).toBeVisible();
  if (isMobile) await page.getByRole("button", { name: /^Done:/ }).click();
  else {
    await expect(composer(page)).toBeFocused();
    await composer(page).press("Escape");
    await page.keyboard.press("e");
  }
  await expect(page.getByText(`Closed without a reply: ${second.customer.name}`)).toBeVisible();
  await expect(head(page, second.customer.name)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(head(page, second.customer.name)).toBeVisible();

  // Put off, until they write again.
  await expect(page.getByRole("button", { name: "Snooze" })).toBeVisible();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: /^(Tomorrow|\w+day), / }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(head(page, second.customer.name)).toBeHidden();
  await second.phone.text("And a boat?");
  await expect(async () => {
    await page.goto(`/next/question/${second.chat_id}?queue=unassigned`);
    await expect(head(page, second.customer.name)).toBeVisible({ timeout: 3_000 });
  }).toPass();
  await expect(page.getByRole("log").getByText("And a boat?").first()).toBeVisible();
});

test("what a colleague answers meanwhile says so, and keeps what was written", async ({
  page,
  app,
  signIn,
  request,
  browser,
}) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await phone.text("Are you open on Sunday?");
  await signIn(page, "owner");
  await page.goto(`/next/question/${chat_id}`);
  await composer(page).fill("We are closed on");
  const colleague = await browser.newPage({ baseURL: app.url });
  await signIn(colleague, "agent");
  await colleague.goto(`/inbox/all/${chat_id}`);
  await composer(colleague).fill("Closed, sorry!");
  await composer(colleague).press("Enter");
  await expect(page.getByText(`${customer.name} is no longer waiting.`)).toBeVisible();
  await expect(composer(page)).toHaveValue("We are closed on");
  await colleague.close();
});

test("a lead that a colleague claimed first gets no second answer", async ({ page, app, signIn, request, browser }) => {
  const { first_name, last_name, phone } = newCustomerInput();
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const added = await request.post("/api/leads/add", { headers, data: { first_name, last_name, phone } });
  const { id } = ((await added.json()) as { data: { id: number } }).data;
  await signIn(page, "owner");
  await page.goto(`/next/lead/${id}?queue=unassigned`);
  await composer(page).fill("Hi, it is still here.");
  const colleague = await browser.newPage({ baseURL: app.url });
  await signIn(colleague, "agent");
  await colleague.goto(`/next/lead/${id}?queue=unassigned`);
  await colleague.getByRole("button", { name: "Claim", exact: true }).click();
  await expect(colleague.getByText("Lead claimed")).toBeVisible();
  await composer(page).press("Enter");
  await expect(page.getByText(/has this lead already/)).toBeVisible();
  await expect(composer(page)).toHaveValue("Hi, it is still here.");
  await colleague.close();
});

test("Escape while a conversation loads keeps the focus off the field, and words close no one", {
  tag: "@once",
}, async ({ page, app, signIn, request }) => {
  const chats = [await newChat(request, app), await newChat(request, app), await newChat(request, app)];
  for (const { phone } of chats) await phone.text("Do you take trade-ins?");
  const [first] = chats;
  if (!first) throw new Error("No conversation");
  await signIn(page, "owner");
  let load = () => {};
  const held = new Promise<void>((resolve) => {
    load = resolve;
  });
  await page.route(/\/api\/(getChat|getAllChatMessages)\//, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/next/question/${first.chat_id}?queue=unassigned`);
  await expect(head(page, first.customer.name)).toBeVisible();
  await expect(composer(page)).toBeDisabled();
  await page.keyboard.press("Escape");
  load();
  await expect(composer(page)).toBeEnabled();
  await expect(page.getByRole("log").getByText("Do you take trade-ins?").first()).toBeVisible();

  // A word closes the first person only, and each z takes back one more.
  await page.evaluate(() => {
    for (const key of "eee") document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
  });
  await expect(head(page, first.customer.name)).toBeHidden();
  await expect(page.getByText(/^Closed without a reply/)).toHaveCount(1);
  await expect(composer(page)).toHaveValue("");
  await expect(composer(page)).not.toBeFocused();
  const second = page.url();
  await page.keyboard.press("Escape");
  await page.keyboard.press("Shift+E");
  await page.keyboard.press("Escape");
  await page.keyboard.press("e");
  await expect(page.getByText(/^Closed without a reply/)).toHaveCount(2);
  await expect(page).not.toHaveURL(second);
  await page.keyboard.press("Escape");
  await page.keyboard.press("z");
  await expect(page).toHaveURL(second);
  await page.keyboard.press("z");
  await expect(head(page, first.customer.name)).toBeVisible();
});

test("how a call went is asked in a row of its own, with the conversation in sight", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const { chat_id, customer, phone } = await newChat(request, app);
  await phone.text("Call me about the Sorento.");
  await signIn(page, "owner");
  await page.goto(`/next/question/${chat_id}?queue=unassigned`);
  await expect(head(page, customer.name)).toBeVisible();
  await page.getByRole("button", { name: "Log call" }).click();
  const question = page.getByText("How did the call go?");
  await expect(question).toBeInViewport({ ratio: 1 });
  const boxOf = async (name: string) => {
    const box = await page.getByRole("button", { name, exact: true }).boundingBox();
    if (!box) throw new Error(`${name} isn't there`);
    return box;
  };
  const answers = [await boxOf("Reached"), await boxOf("Voicemail"), await boxOf("No answer")];
  const task = await boxOf("Task");
  const width = page.viewportSize()?.width ?? 0;
  for (const { x, y, height, width: wide } of answers) {
    expect(y).toBe(answers[0]?.y);
    expect(y).toBeGreaterThanOrEqual(task.y + task.height);
    expect(x + wide).toBeLessThanOrEqual(width);
    if (isMobile) expect(height).toBeGreaterThanOrEqual(44);
  }
  await expect(page.getByRole("log").getByText("Call me about the Sorento.").last()).toBeInViewport();
  await page.getByRole("button", { name: "Voicemail", exact: true }).click();
  await expect(question).toBeHidden();
  await expect(page.getByText(/^Tried: voicemail, \d+:\d\d [AP]M$/)).toBeVisible();
});

/** A finger that goes along a row by so many pixels. */
async function swipe(page: Page, row: Locator, [x, y]: readonly [number, number], { from = 200 } = {}) {
  const box = await row.boundingBox();
  if (!box) throw new Error("The row is out of sight");
  const finger = await page.context().newCDPSession(page);
  const at = (part: number) => [{ x: from + x * part, y: box.y + 24 + y * part }];
  const touch = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: { x: number; y: number }[]) =>
    finger.send("Input.dispatchTouchEvent", { type, touchPoints });
  await touch("touchStart", at(0));
  for (const part of [0.1, 0.25, 0.5, 0.75, 1]) await touch("touchMove", at(part));
  await touch("touchEnd", []);
  await finger.detach();
}

test("rows of a phone are swiped: to answer, snooze and close, and to nothing else", { tag: "@phone" }, async ({
  page,
  request,
}) => {
  const { token, ...owner } = await registerBusiness(request);
  const headers = { authorization: `Bearer ${token}` };
  for (const last_name of ["First", "Second"])
    await request.post("/api/leads/add", { headers, data: { first_name: "Dana", last_name, phone: newPhone() } });
  await logIn(page, owner);
  await expect(page.getByRole("button", { name: "Open menu" })).toBeVisible();
  await page.goto("/next");
  const row = (name: string) => page.getByRole("link", { name: new RegExp(name) }).first();
  const done = (name: string) => page.getByRole("button", { name: `Done: ${name}`, exact: true });
  const atList = () => expect(page).toHaveURL(/\/next$/);
  // The first entry is the card, which is swiped too.
  const [one, other] = ["Dana First", "Dana Second"] as const;
  await expect(row(other)).toBeVisible();

  // A short swipe stays open until something else is touched; the tap that closes it opens nothing.
  for (const name of [one, other]) {
    await swipe(page, row(name), [-90, 4]);
    await expect(done(name)).toBeVisible();
    await expect(page.getByText(name)).toBeInViewport({ ratio: 1 });
    await expectNoAxeViolationsInBothSchemes(page);
    await row(name).tap({ position: { x: 90, y: 20 } });
    await expect(done(name)).toBeHidden();
    await atList();
  }

  // Scrolling, and the browser's own gesture from the edge, move no row.
  await swipe(page, row(other), [-20, 90]);
  await swipe(page, row(other), [-150, 0], { from: 380 });
  await expect(done(other)).toBeHidden();
  await atList();

  await swipe(page, row(other), [-90, 0]);
  await page.getByRole("button", { name: `Snooze: ${other}` }).click();
  await page.getByRole("menuitem", { name: /^(Tomorrow|\w+day), / }).click();
  await expect(page.getByText(/^Snoozed until/)).toBeVisible();
  await expect(row(other)).toBeHidden();
  await atList();

  // A long swipe closes, and Undo brings it back into the list.
  await swipe(page, row(one), [-280, 0], { from: 340 });
  await expect(page.getByText(`Marked as contacted: ${one}`)).toBeVisible();
  await expect(row(one)).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(row(one)).toBeVisible();
  await atList();

  // To the right, the entry opens; what sends goes on to the next one.
  await swipe(page, row(one), [140, 0]);
  await expect(head(page, one)).toBeVisible();
  await expect(page.getByText("1 of 1", { exact: true })).toBeVisible();
  await expect(page.getByRole("button", { name: "Send and next" })).toBeVisible();
});
