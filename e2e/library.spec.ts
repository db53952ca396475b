import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, openInApp, ownerToken, test } from "./app.ts";
import { newChat } from "./conversation.ts";
import { fromSimulator } from "./simulator.ts";

const button = (page: Page, name: string | RegExp) =>
  page.getByRole("button", { name, exact: typeof name === "string" });
const tile = (page: Page, name: string) => page.getByRole("list", { name: "Files" }).getByText(name, { exact: true });

/** A picture that no other journey uploads. */
const picture = () => {
  const [r = 0, g = 0, b = 0] = randomBytes(3);
  return sharp({ create: { width: 320, height: 240, channels: 3, background: { r, g, b } } })
    .jpeg()
    .toBuffer();
};

async function act(page: Page, of: string, action: string) {
  await button(page, `Actions for ${of}`).click();
  await page.getByRole("menuitem", { name: action, exact: true }).click();
}

test("a picture is uploaded once, sorted, sent in a text and used by a plan", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const mark = randomBytes(4).toString("hex");
  const name = `Accord ${mark}.jpg`;
  const buffer = await picture();
  const file = { name, mimeType: "image/jpeg", buffer };
  await signIn(page, "owner");
  await page.goto("/library");
  await expect(page.getByRole("heading", { level: 1, name: "Library" })).toBeVisible();
  const chooser = page.locator('input[type="file"]');
  await chooser.setInputFiles([file, { name: "fake.png", mimeType: "image/png", buffer: Buffer.from("<svg/>") }]);
  await expect(tile(page, name)).toBeVisible();
  await expect(page.getByRole("alert").filter({ hasText: "fake.png isn't a picture" })).toBeVisible();
  await button(page, "Dismiss fake.png").click();
  await chooser.setInputFiles([{ ...file, name: "again.jpg" }]);
  await expect(page.getByText(`Already in the library as “${name}”`)).toBeVisible();
  await button(page, "Dismiss again.jpg").click();
  await expectNoAxeViolationsInBothSchemes(page);

  // It is moved to a folder, found, deleted and taken back.
  await button(page, "New folder").click();
  const folderName = page.getByLabel("Folder name");
  await folderName.fill(`Lot ${mark}`);
  await page.keyboard.press("Enter");
  await expect(folderName).toBeHidden();
  await act(page, name, "Rename or move");
  await page.getByLabel("Name", { exact: true }).fill(`Front ${mark}`);
  await page.getByLabel("Folder", { exact: true }).selectOption(`Lot ${mark}`);
  await page.keyboard.press("Enter");
  const renamed = `Front ${mark}.jpg`;
  await expect(tile(page, renamed)).toBeVisible();
  await button(page, new RegExp(`^Lot ${mark}`)).click();
  await page.getByLabel("Search files").fill(`front ${mark}`);
  await expect(tile(page, renamed)).toBeVisible();
  await act(page, renamed, "Delete");
  await expect(tile(page, renamed)).toBeHidden();
  await button(page, "Undo").click();
  await expect(tile(page, renamed)).toBeVisible();

  // A text takes a copy of it.
  const { chat_id, customer } = await newChat(request, app);
  await openInApp(page, `/inbox/all/${chat_id}`);
  await button(page, "From library").click();
  const dialog = page.getByRole("dialog", { name: "From library" });
  await dialog.getByLabel("Search files").fill(`front ${mark}`);
  await dialog.getByRole("button", { name: new RegExp(`^${renamed}`) }).click();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Attach 1 file" }).click();
  const tray = page.getByRole("list", { name: "Attached files" });
  await expect(tray.getByText(renamed)).toBeVisible();
  await expect(tray.getByRole("progressbar")).toHaveCount(0);
  await page.getByRole("textbox", { name: "Message" }).fill("Here it is");
  await page.keyboard.press("Enter");
  const received = () =>
    fromSimulator<{ body: string; media: unknown[] }>("messages", { phone: `+1${customer.phone}` });
  await expect
    .poll(async () => (await received()).find(({ body }) => body === "Here it is")?.media.length ?? 0)
    .toBe(1);

  // And a plan's step names it.
  const headers = { authorization: `Bearer ${await ownerToken(request, app)}` };
  const step = { kind: "text", day: 1, minute: null, after: 0, words: "Hi %first_name%!" };
  const plan = { name: `Plan ${mark}`, starts: "hand", kind: "", sources: [], stage_id: "", on_team: "stop" };
  const times = { weekdays: 127, from_minute: 540, to_minute: 1_080, end_task: "", steps: [step] };
  const added = await request.post("/api/leads/plans/add", { headers, data: { ...plan, ...times } });
  const { id } = ((await added.json()) as { data: { id: number } }).data;
  await openInApp(page, `/leads/plans/${id}`);
  await page.locator("[data-head]").first().click();
  await expect(page.getByText(/1 segment with the footer/)).toBeVisible();
  await button(page, "Add pictures").click();
  await dialog.getByLabel("Search files").fill(`front ${mark}`);
  await dialog.getByRole("button", { name: new RegExp(`^${renamed}`) }).click();
  await dialog.getByRole("button", { name: "Attach 1 file" }).click();
  const pictures = page.getByRole("list", { name: "Pictures" });
  await expect(pictures.getByText(renamed)).toBeVisible();
  await expect(dialog).toBeHidden();
  await expectNoAxeViolationsInBothSchemes(page);
  await button(page, "Save").click();
  await expect(page.getByText("Plan saved")).toBeVisible();
  await page.reload();
  await page.locator("[data-head]").first().click();
  await expect(pictures.getByText(renamed)).toBeVisible();
});
