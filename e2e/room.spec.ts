import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { launchOptionsFor } from "../playwright.config.ts";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, type OwnerLogin, openInApp, ownerToken, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const { executablePath, args } = launchOptionsFor(process.env.CHROMIUM_PATH);
const fakeMedia = ["--use-fake-device-for-media-stream=device-count=3,fps=10", "--use-fake-ui-for-media-stream"];
test.use({ launchOptions: { executablePath, args: [...args, ...fakeMedia] } });

interface Held {
  readonly id: number;
  readonly title: string;
  /** The customer's page. */
  readonly path: string;
  readonly customer: string;
}

/** Meetings that are still to come; only the next four have cards, which other journeys look for theirs among. */
const held: number[] = [];
test.afterEach(async ({ request, app }) => {
  for (const id of held.splice(0)) await complete(request, app, id);
});
// Two browsers code and show moving pictures, on whatever the machine has left.
test.beforeEach(() => test.slow());

/** A meeting in Rooftop's own room, now. */
async function holdMeeting(request: APIRequestContext, app: OwnerLogin): Promise<Held> {
  const person = newCustomerInput();
  const customer_id = await addCustomer(request, app, person);
  const title = `Video tour ${person.last_name}`;
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const data = { title, type: 1, customer_id, timeType: "now", notes: "", kind: "room" };
  const added = await request.post("/api/meetings/add", { headers, data });
  expect(added.status(), await added.text()).toBe(200);
  const { id, join_url } = (await added.json()).data;
  held.push(id);
  return { id, title, path: new URL(join_url).pathname, customer: `${person.first_name} ${person.last_name}` };
}

/** Says that a meeting took place, which ends it. */
async function complete(request: APIRequestContext, app: OwnerLogin, id: number) {
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  expect((await request.get(`/api/appointments/update/${id}/1`, { headers })).status()).toBe(200);
}

/** Opens a page in a browser of its own, as somebody else does. */
async function openElsewhere(from: BrowserContext, viewport: Page["viewportSize"], path: string, refusals: string[]) {
  const browser = from.browser();
  if (!browser) throw new Error("No browser");
  const context = await browser.newContext({ viewport: viewport(), reducedMotion: "reduce" });
  context.on("console", (entry) => {
    if (/Content Security Policy|Trusted ?(HTML|Script|Type)|Permissions-Policy/.test(entry.text()))
      refusals.push(entry.text());
  });
  const page = await context.newPage();
  await page.goto(path);
  return page;
}

/** The other side's picture has a size, and moves. */
async function expectMovingVideo(page: Page, name: string) {
  const video = page.locator(`video[aria-label="Video of ${name}"]`);
  await expect(video).toBeVisible();
  const frames = () =>
    video.evaluate((element: HTMLVideoElement) => ({
      isWide: element.videoWidth > 0,
      frames: element.getVideoPlaybackQuality().totalVideoFrames,
      time: element.currentTime,
    }));
  await expect.poll(async () => (await frames()).isWide).toBe(true);
  const before = await frames();
  await expect.poll(async () => (await frames()).frames).toBeGreaterThan(before.frames + 5);
  await expect.poll(async () => (await frames()).time).toBeGreaterThan(before.time);
}

const business = "Sunrise Motors";
const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function expectNoSidewaysScroll(page: Page) {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth] as const);
  expect(content).toBeLessThanOrEqual(window);
}

test("host and customer see each other, turn things off, come back after a reload, and leave", async ({
  page,
  context,
  app,
  signIn,
  request,
  refusals,
}) => {
  const { id, title, path, customer } = await holdMeeting(request, app);
  const guest = await openElsewhere(context, () => page.viewportSize(), path, refusals);
  await expect(guest.getByText("Nothing is recorded.").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(guest);
  await guest.getByRole("button", { name: "Join meeting" }).press("Enter");
  await expect(guest.getByRole("status").filter({ hasText: `Waiting for ${business}…` })).toBeVisible();
  await expectNoSidewaysScroll(guest);

  await signIn(page, "owner");
  await page.goto("/virtual");
  const opening = context.waitForEvent("page");
  await page.getByRole("link", { name: `Start: ${title}` }).click();
  const host = await opening;
  await expect(host).toHaveTitle(/Rooftop — Video meeting$/);
  await expect(host.getByText("Connected", { exact: true })).toBeVisible();
  await expect(host.getByText("Works when both of you are on the same network.")).toBeVisible();
  await expectMovingVideo(host, customer);
  await expectMovingVideo(guest, business);
  await expect(page.getByText(`${customer} joined`)).toBeVisible();
  for (const side of [host, guest]) {
    await expectNoAxeViolationsInBothSchemes(side);
    await expectNoSidewaysScroll(side);
  }

  await press(guest, "Mute");
  await expect(host.getByText(`${customer} is muted`)).toBeVisible();
  await press(guest, "Turn camera off");
  await expect(host.getByText(`${customer}'s camera is off · ${customer} is muted`)).toBeVisible();
  await press(guest, "Turn camera on");
  await press(guest, "Unmute");
  await expect(host.getByText(/is muted|camera is off/)).toHaveCount(0);
  await expectMovingVideo(host, customer);
  const camera = guest.getByRole("combobox", { name: "Camera" });
  // The second fake device takes pictures of depth, which nobody can send.
  await camera.selectOption("fake_device_2");
  await expectMovingVideo(host, customer);

  await guest.reload();
  await expectMovingVideo(guest, business);
  await expectMovingVideo(host, customer);
  await host.reload();
  await expectMovingVideo(host, customer);
  await expectMovingVideo(guest, business);

  await press(guest, "Leave");
  await expect(guest.getByText("You left the meeting.")).toBeVisible();
  await expect(host.getByText(`Waiting for ${customer}…`)).toBeVisible();
  await press(guest, "Join again");
  await expectMovingVideo(host, customer);
  await press(host, "Leave");
  await expect(host.getByText("You left the meeting.")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(host);
  await expect(guest.getByText(`Waiting for ${business}…`)).toBeVisible();
  await complete(request, app, id);
  await expect(guest.getByText("This meeting is over.")).toBeVisible();
  await host.getByRole("link", { name: "Back to meetings" }).click();
  await expect(host.getByRole("heading", { name: "Virtual meetings" })).toBeVisible();
  await guest.context().close();
});

test("a third person waits until the host lets them in, and a colleague finds the room taken", {
  tag: ["@once", "@deep"],
}, async ({ page, context, app, signIn, request, refusals, browser }) => {
  const { id, path, customer } = await holdMeeting(request, app);
  const viewport = () => page.viewportSize();
  await signIn(page, "owner");
  // A screen of the app that was opened elsewhere has no camera: the room loads itself.
  await page.goto("/virtual");
  await openInApp(page, `/meetings/room/${id}`);
  await expect(page.getByText(`Waiting for ${customer}…`)).toBeVisible();
  const guest = await openElsewhere(context, viewport, path, refusals);
  await press(guest, "Join meeting");
  await expectMovingVideo(page, customer);
  const third = await openElsewhere(context, viewport, path, refusals);
  await press(third, "Join meeting");
  await expect(
    third.getByText(`Someone else is in this meeting. Wait here: ${business} can let you in.`),
  ).toBeVisible();
  await expect(page.getByText("1 more person opened the link")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await press(page, "Let in instead");
  await expectMovingVideo(third, business);
  await expectMovingVideo(page, customer);
  await expect(guest.getByText("Someone else is in this meeting.")).toBeVisible();
  await press(page, "Let in instead");
  await expectMovingVideo(guest, business);
  await expectMovingVideo(page, customer);

  const colleague = await (await browser.newContext()).newPage();
  await signIn(colleague, "manager");
  await colleague.goto(`/meetings/room/${id}`);
  await expect(colleague.getByText(/is in this meeting. The room has one place for your team./)).toBeVisible();
  await complete(request, app, id);
  await expect(page.getByText("This meeting is over.")).toBeVisible();
  for (const one of [guest, third, colleague]) await one.context().close();
});
