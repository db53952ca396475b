import type { APIRequestContext, Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, ownerToken, test } from "./app.ts";
import { leaveConversation, log, newChat, tabTo } from "./conversation.ts";

/** Assigns a chat to the agent as the owner, over HTTP. */
async function assign(request: APIRequestContext, app: OwnerLogin & { emails: { agent: string } }, chat_id: number) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const team = await (await request.get("/api/teams/chat", { headers })).json();
  const members: { id: number; email: string }[] = team.data.teamMembers;
  const user_id = members.find(({ email }) => email === app.emails.agent)?.id;
  const answer = await request.post("/api/assignChat", { headers, data: { chat_id, user_id } });
  expect(answer.status(), await answer.text()).toBe(200);
}

const bell = (page: Page) => page.getByRole("button", { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole("dialog", { name: "Notifications" });

test("an assigned chat notifies its member at once on any screen, and the bell leads to it", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, customer } = await newChat(request, app);
  await signIn(page, "agent");
  await page.goto("/customers");
  await expect(page.getByRole("heading", { name: "Customers", level: 1 })).toBeVisible();
  await assign(request, app, chat_id);
  await expect(bell(page)).toHaveAccessibleName(/^Notifications, \d+ unread$/);

  await bell(page).click();
  const notification = panel(page).getByRole("listitem").filter({ hasText: customer.name });
  await expect(notification).toHaveCount(1);
  await expect(notification.getByText("Unread")).toBeAttached();
  await expect(panel(page).getByRole("button", { name: "Mark all as read" })).toBeInViewport({ ratio: 1 });
  await expectNoAxeViolationsInBothSchemes(page);
  await notification.getByRole("button").click();
  await expect(page).toHaveURL(`/inbox/all/${chat_id}`);
  await expect(log(page)).toBeVisible();
  await leaveConversation(page);
  await bell(page).click();
  await expect(notification.getByText("Unread")).toHaveCount(0);
});

test("events during a page's first connection aren't missed", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, customer } = await newChat(request, app);
  let connect = () => {};
  const held = new Promise<void>((resolve) => {
    connect = resolve;
  });
  await page.routeWebSocket(/\/socket\.io\//, async (socket) => {
    await held;
    socket.connectToServer();
  });
  await signIn(page, "agent");
  await page.goto("/appointments");
  await bell(page).click();
  await expect(panel(page).getByRole("heading")).toBeVisible();
  await assign(request, app, chat_id);
  connect();
  await expect(panel(page).getByRole("listitem").filter({ hasText: customer.name })).toBeVisible();
});

test("the bell works by keyboard alone: open, mute, mark all read, and close", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, customer } = await newChat(request, app);
  await signIn(page, "agent");
  await page.goto("/appointments");
  await assign(request, app, chat_id);
  await expect(bell(page)).toHaveAccessibleName(/unread$/);
  await tabTo(page, bell(page));
  await page.keyboard.press("Enter");
  const notification = panel(page).getByRole("listitem").filter({ hasText: customer.name });
  await expect(notification).toBeVisible();
  const sound = panel(page).getByRole("button", { name: "Sound" });
  await tabTo(page, sound);
  await page.keyboard.press("Space");
  await expect(sound).toHaveAttribute("aria-pressed", "false");
  await tabTo(page, panel(page).getByRole("button", { name: "Mark all as read" }));
  await page.keyboard.press("Enter");
  await expect(notification.getByText("Unread")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(panel(page)).toBeHidden();
  await expect(bell(page)).toBeFocused();
  await page.reload();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("sound"))).toBe("off");
});

test("the app can be installed", { tag: "@once" }, async ({ page, request, signIn }) => {
  await signIn(page, "owner");
  await page.goto("/appointments");
  const address = await page.locator('link[rel="manifest"]').getAttribute("href");
  const manifest = (await (await request.get(address ?? "")).json()) as {
    start_url: string;
    display: string;
    icons: { src: string; sizes: string; type: string; purpose: string }[];
  };
  expect(manifest).toMatchObject({ start_url: "/inbox/all", display: "standalone" });
  const pngIcons = manifest.icons.filter(({ type }) => type === "image/png");
  expect(pngIcons.map(({ sizes, purpose }) => `${sizes} ${purpose}`).sort()).toEqual([
    "192x192 any",
    "192x192 maskable",
    "512x512 any",
    "512x512 maskable",
  ]);
  for (const { src, sizes } of pngIcons) {
    const shown = await page.evaluate(async (src) => {
      const picture = new Image();
      picture.src = src;
      await picture.decode();
      return `${picture.naturalWidth}x${picture.naturalHeight}`;
    }, src);
    expect(shown).toBe(sizes);
  }
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.ready).scope)).toMatch(/:\d+\/$/);
  const worker = await request.get("/service-worker.js");
  expect(worker.headers()).toMatchObject({ "cache-control": "no-cache" });
});
