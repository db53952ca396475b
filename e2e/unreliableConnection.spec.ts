import type { APIRequestContext, Page, WebSocketRoute } from "@playwright/test";
import { lastSequencesEvent } from "#core/event.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { bubble, composer, firstText, log, newChat, row } from "./conversation.ts";

/** A page's connection to the server, calls and web socket alike, that a test can cut and restore. */
async function interruptibleConnection(page: Page) {
  const sockets = new Set<WebSocketRoute>();
  let isCut = false;
  let markReady = () => {};
  const ready = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  await page.routeWebSocket(/\/socket\.io\//, (socket) => {
    if (isCut) {
      void socket.close();
      return;
    }
    sockets.add(socket);
    socket.connectToServer().onMessage((frame) => {
      if (String(frame).includes(lastSequencesEvent)) markReady();
      socket.send(frame);
    });
  });
  return {
    /** Resolves once the page has the last sequence numbers, from which it detects missed events. */
    ready,
    async cut() {
      isCut = true;
      await page.context().setOffline(true);
      await Promise.all([...sockets].map((socket) => socket.close()));
      sockets.clear();
    },
    async restore() {
      isCut = false;
      await page.context().setOffline(false);
    },
  };
}

async function write(page: Page, text: string): Promise<void> {
  await composer(page).fill(text);
  await composer(page).press("Enter");
}

/** A chat as another browser gets it. */
async function fetchChat(request: APIRequestContext, app: OwnerLogin, chat: number) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const answer = await request.post(`/api/getAllChatMessages/${chat}`, { headers, data: {} });
  const { data } = (await answer.json()) as { data: ChatResponse };
  return { newest: data.allMessages.at(-1)?.message, cannot_send: data.currentChat.cannot_send };
}

interface ChatResponse {
  allMessages: { message: string }[];
  currentChat: { cannot_send: string };
}

const status = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text });

test("events before the first connection appear once it is up", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.addInitScript(() => {
    const construct = (Socket: typeof WebSocket, [url]: [string]) =>
      new Socket("isOpen" in window ? url : url.replace("/socket.io/", "/nowhere/"));
    window.WebSocket = new Proxy(WebSocket, { construct });
  });
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await expect(status(page, "Reconnecting")).toBeVisible();

  await phone.text("Is anybody there?");
  await expect.poll(async () => (await fetchChat(request, app, chat_id)).newest).toBe("Is anybody there?");
  await page.evaluate(() => Object.assign(window, { isOpen: true }));
  await expect(bubble(page, "Is anybody there?")).toHaveCount(1);
});

test("events during an outage appear afterwards, and waiting texts are sent once and in order", {
  tag: "@once",
}, async ({ page, app, signIn, request }) => {
  const connection = await interruptibleConnection(page);
  const [open, other] = [await newChat(request, app), await newChat(request, app)];
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${open.chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await connection.ready;

  await connection.cut();
  await expect(status(page, "You're offline")).toContainText("go out when you reconnect");
  for (const text of ["Written first", "Written second", "Written third"]) await write(page, text);
  for (const text of ["Written first", "Written second", "Written third"]) {
    await expect(bubble(page, text)).toContainText("Waiting for connection");
  }
  await expectNoAxeViolationsInBothSchemes(page);
  const answers = Array.from({ length: 5 }, (_, at) => `Answer number ${at + 10}`);
  for (const answer of answers) await open.phone.text(answer);
  await other.phone.text("And from elsewhere");
  await expect(status(page, "Reconnecting…")).toBeVisible();

  await connection.restore();
  await expect(status(page, "Up to date")).toBeVisible();
  for (const text of [...answers, "Written first", "Written second", "Written third"]) {
    await expect(bubble(page, text)).toHaveCount(1);
  }
  await expect(bubble(page, "Written third")).toContainText("Delivered");
  await expect(log(page).getByText("Waiting for connection")).toHaveCount(0);
  await expect(row(page, other.customer)).toContainText("And from elsewhere");
  expect(await open.phone.received()).toEqual([firstText, "Written first", "Written second", "Written third"]);
  await composer(page).press("Escape");
  await expect(row(page, open.customer)).toHaveCount(1);
});

test("events of a short outage are replayed one by one", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const connection = await interruptibleConnection(page);
  const { chat_id, phone, customer } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto("/inbox/all");
  await expect(row(page, customer)).toBeVisible();
  await connection.ready;
  await connection.cut();
  await phone.text("Said meanwhile");
  await expect.poll(async () => (await fetchChat(request, app, chat_id)).newest).toBe("Said meanwhile");
  const missedEvents = page.waitForResponse("**/api/events/since");
  await connection.restore();
  const { data } = (await (await missedEvents).json()) as {
    data: { complete: number; events: { payload: unknown }[] };
  };
  expect(data.complete).toBe(1);
  expect(data.events.map(({ payload }) => payload)).toContainEqual(
    expect.objectContaining({ target_id: chat_id, what: "received" }),
  );
  await expect(row(page, customer)).toContainText("Said meanwhile");
});

test("a waiting text that is refused after reconnecting says why and can be discarded", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const connection = await interruptibleConnection(page);
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await connection.cut();
  await write(page, "Come by today");
  await expect(bubble(page, "Come by today")).toContainText("Waiting for connection");
  await phone.text("STOP");
  await expect.poll(async () => (await fetchChat(request, app, chat_id)).cannot_send).toContain("opted out");
  await connection.restore();
  const refused = bubble(page, "Come by today");
  await expect(refused).toContainText("Not sent");
  await expect(refused).toContainText("opted out");
  await refused.getByRole("button", { name: "Discard" }).click();
  await expect(bubble(page, "Come by today")).toHaveCount(0);
  expect(await phone.received()).not.toContain("Come by today");
});

test("a waiting text survives its page, is hidden from others, and is sent once wherever its author signs in", {
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

test("signing out asks first while a text waits for a connection", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const connection = await interruptibleConnection(page);
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(bubble(page, firstText)).toBeVisible();
  await connection.ready;
  const menu = page.getByRole("banner").getByRole("button", { name: "Olivia" });
  const logout = page.getByRole("menuitem", { name: "logout" });
  await menu.click();
  await expect(logout).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(logout).toBeHidden();
  await connection.cut();
  await write(page, "Not on its way yet");
  await expect(bubble(page, "Not on its way yet")).toContainText("Waiting for connection");

  // The product's dialog can't load offline, so the browser asks instead.
  const browserQuestion = page.waitForEvent("dialog").then(async (dialog) => {
    await dialog.dismiss();
    return dialog.message();
  });
  await menu.click();
  await logout.click();
  expect(await browserQuestion).toContain("haven't been sent yet");
  await expect(bubble(page, "Not on its way yet")).toContainText("Waiting for connection");
  await connection.restore();
  await expect.poll(() => phone.received()).toContain("Not on its way yet");
});

test("without the location's settings no time is shown, in whichever zone; they come with the next try", {
  tag: "@deep",
}, async ({ browser, app, signIn }) => {
  // A browser on the other side of the world, which has never seen this location.
  const context = await browser.newContext({ baseURL: app.url, timezoneId: "Asia/Tokyo" });
  const page = await context.newPage();
  await signIn(page, "owner");
  await page.route("**/api/profile*", (route) =>
    route.fulfill({ status: 503, json: { status: "error", message: "" } }),
  );
  await page.goto("/appointments");
  const failure = page.getByRole("alert").filter({ hasText: "times can't be shown" });
  await expect(failure).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/\d:\d\d/);
  await expectNoAxeViolationsInBothSchemes(page);
  await page.unroute("**/api/profile*");
  await failure.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("main")).toContainText(/\d:\d\d (AM|PM)/);
  await expect.poll(() => page.evaluate(() => localStorage.getItem("time_zone"))).toMatch(/^America\//);
  await context.close();
});
