import type { APIRequestContext, Page, WebSocketRoute } from "@playwright/test";
import { headsEvent } from "#core/event.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownersToken, test } from "./app.ts";
import { bubble, composer, firstText, log, newChat, row } from "./conversation.ts";

/** A page's line to the server, that can be cut and mended: its calls and its live connection alike. */
async function lineOf(page: Page) {
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  let stands = () => {};
  const standing = new Promise<void>((resolve) => {
    stands = resolve;
  });
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    sockets.add(socket);
    socket.connectToServer().onMessage((said) => {
      if (String(said).includes(headsEvent)) stands();
      socket.send(said);
    });
  });
  return {
    /** Resolves once the page knows what it has been told: from then on it notices what it misses. */
    standing,
    async cut() {
      isCut = true;
      await page.context().setOffline(true);
      await Promise.all([...sockets].map((socket) => socket.close()));
      sockets.clear();
    },
    async mend() {
      isCut = false;
      await page.context().setOffline(false);
    },
  };
}

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** A chat as another browser is shown it. */
async function shownElsewhere(request: APIRequestContext, app: App, chat: number) {
  const headers = { authorization: `Bearer ${await ownersToken(request, app)}` };
  const answer = await request.post(`/api/getAllChatMessages/${chat}`, { headers, data: {} });
  const { data } = (await answer.json()) as { data: Shown };
  return { newest: data.allMessages.at(-1)?.message, cannot_send: data.currentChat.cannot_send };
}

interface App {
  emails: { owner: string };
  password: string;
}

interface Shown {
  allMessages: { message: string }[];
  currentChat: { cannot_send: string };
}

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("what happens before the first connection stands is shown when it does", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.addInitScript(() => {
    const construct = (Socket: typeof WebSocket, [url]: [string]) =>
      new Socket("isOpen" in window ? url : "wss://nowhere.invalid");
    window.WebSocket = new Proxy(WebSocket, { construct });
  });
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await expect(status(page, "Reconnecting")).toBeVisible();

  await phone.text("Is anybody there?");
  await expect.poll(async () => (await shownElsewhere(request, app, chat_id)).newest).toBe("Is anybody there?");
  await page.evaluate(() => Object.assign(window, { isOpen: true }));
  await expect(bubble(page, "Is anybody there?")).toHaveCount(1);
});

test("what happens while the line is cut is there afterwards, and what was written leaves then, once and in order", {
  tag: "@once",
}, async ({ page, app, signIn, request }) => {
  const line = await lineOf(page);
  const [open, other] = [await newChat(request, app), await newChat(request, app)];
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${open.chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await line.standing;

  await line.cut();
  await expect(status(page, "You are offline")).toContainText("kept and sent when you are back");
  for (const text of ["Written first", "Written second", "Written third"]) await write(page, text);
  for (const text of ["Written first", "Written second", "Written third"]) {
    await expect(bubble(page, text)).toContainText("Waiting for connection");
  }
  await expectNoAxeViolationsInBothSchemes(page);
  const answers = Array.from({ length: 5 }, (_, at) => `Answer number ${at + 10}`);
  for (const answer of answers) await open.phone.text(answer);
  await other.phone.text("And from elsewhere");
  await expect(status(page, "Reconnecting…")).toBeVisible();

  await line.mend();
  await expect(status(page, "Up to date")).toBeVisible();
  for (const text of [...answers, "Written first", "Written second", "Written third"]) {
    await expect(bubble(page, text)).toHaveCount(1);
  }
  await expect(bubble(page, "Written third")).toContainText("Delivered");
  await expect(log(page).getByText("Waiting for connection")).toHaveCount(0);
  await expect(row(page, other.customer)).toContainText("And from elsewhere");
  expect(await open.phone.received()).toEqual([firstText, "Written first", "Written second", "Written third"]);
});

test("news of a short break are told again one by one", { tag: "@once" }, async ({ page, app, signIn, request }) => {
  const line = await lineOf(page);
  const { chat_id, phone, customer } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await expect(row(page, customer)).toBeVisible();
  await line.standing;
  await line.cut();
  await phone.text("Said meanwhile");
  await expect.poll(async () => (await shownElsewhere(request, app, chat_id)).newest).toBe("Said meanwhile");
  const told = page.waitForResponse("**/api/events/since");
  await line.mend();
  const { data } = (await (await told).json()) as { data: { complete: number; events: { payload: unknown }[] } };
  expect(data.complete).toBe(1);
  expect(data.events.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ target_id: chat_id, what: "received" }),
  );
  await expect(row(page, customer)).toContainText("Said meanwhile");
});

test("a text that is refused once the line is back says why, and its writer decides", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const line = await lineOf(page);
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await line.cut();
  await write(page, "Come by today");
  await expect(bubble(page, "Come by today")).toContainText("Waiting for connection");
  await phone.text("STOP");
  await expect.poll(async () => (await shownElsewhere(request, app, chat_id)).cannot_send).toContain("opted out");
  await line.mend();
  const refused = bubble(page, "Come by today");
  await expect(refused).toContainText("Not sent");
  await expect(refused).toContainText("opted out");
  await refused.getByRole("button", { name: "Discard" }).click();
  await expect(bubble(page, "Come by today")).toHaveCount(0);
  expect(await phone.received()).not.toContain("Come by today");
});

test("what waits outlives its page, is nobody else's, and leaves once from wherever its writer signs in", {
  tag: "@once",
}, async ({ page, context, app, signIn, request }) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.route("**/api/sendMessage", (route) => route.abort("connectionfailed"));
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await write(page, "Kept for later");
  await expect(bubble(page, "Kept for later")).toContainText("Waiting for connection");
  await page.reload();
  await expect(bubble(page, "Kept for later")).toContainText("Waiting for connection");
  await page.close();

  const colleague = await context.newPage();
  await signIn(colleague, "agent");
  await colleague.goto(`/inbox/all/${chat_id}`);
  await expect(composer(colleague)).toBeEnabled();
  await expect(bubble(colleague, "Kept for later")).toHaveCount(0);
  await colleague.close();

  const [one, two] = [await context.newPage(), await context.newPage()];
  await signIn(one, "owner");
  await Promise.all([one.goto("/customers"), two.goto(`/inbox/all/${chat_id}`)]);
  await expect(bubble(two, "Kept for later")).toContainText("Delivered");
  await expect(bubble(two, "Kept for later")).toHaveCount(1);
  expect(await phone.received()).toEqual([firstText, "Kept for later"]);
});

test("signing out asks first while a text waits for the line", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const line = await lineOf(page);
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await line.standing;
  const menu = page.getByRole("banner").getByRole("button", { name: "Olivia" });
  const logout = page.getByRole("menuitem", { name: "logout" });
  await menu.click();
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
  await line.cut();
  await write(page, "Not on its way yet");
  await expect(bubble(page, "Not on its way yet")).toContainText("Waiting for connection");

  // The product's own question can't be fetched without a line: the browser asks instead.
  const asked = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await menu.click();
  await logout.click();
  expect(await asked).toContain("could not be sent so far");
  await expect(bubble(page, "Not on its way yet")).toContainText("Waiting for connection");
  await line.mend();
  await expect.poll(() => phone.received()).toContain("Not on its way yet");
});
