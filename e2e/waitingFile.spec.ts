import type { Page } from "@playwright/test";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { bubble, composer, leaveConversation, newChat } from "./conversation.ts";

const tray = (page: Page) => page.getByRole("list", { name: "Attached files" });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });

/** How many files the browser stores for the signed-in person. */
const keptFiles = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const opening = indexedDB.open("rooftop-files");
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const exists = opening.result.objectStoreNames.contains("waiting");
          const done = (count: number) => {
            opening.result.close();
            resolve(count);
          };
          if (!exists) return done(0);
          const counting = opening.result.transaction("waiting").objectStore("waiting").count();
          counting.onsuccess = () => done(counting.result);
        };
      }),
  );

test("a file chosen offline survives a reload and is sent once; logout asks about it and deletes it", async ({
  page,
  context,
  app,
  signIn,
  sessions,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  // This journey ends its session, so it takes none that others use, and leaves none to them.
  sessions.delete(app.emails.manager);
  await signIn(page, "manager");
  sessions.delete(app.emails.manager);
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await page.route("**/api/chatAttachments/add", (route) => route.abort());
  const file = { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("A fair price") };
  await page.getByLabel("Files to attach").setInputFiles([file]);
  const again = tray(page).getByRole("button", { name: "Try again" });
  await expect(again).toBeVisible();
  await expect(tray(page)).not.toContainText("no room");
  expect(await keptFiles(page)).toBe(1);

  const logout = async () => {
    await leaveConversation(page);
    await page.getByRole("banner").locator('[aria-haspopup="menu"]').last().click();
    await page.getByRole("menuitem", { name: "logout" }).click();
    return page.getByRole("dialog", { name: "Files have not been sent yet" });
  };
  const question = await logout();
  await expect(question).toBeVisible();
  await question.getByRole("button", { name: "Cancel" }).click();

  await page.goto(`/inbox/all/${chat_id}`);
  await expect(tray(page).getByRole("listitem")).toContainText(["offer.txt"]);
  await expect(again).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.unroute("**/api/chatAttachments/add");
  // By itself, once the connection is back.
  await context.setOffline(true);
  await context.setOffline(false);
  await expect(tray(page).getByText(/\d (B|KB|bytes)$/)).toBeVisible();
  await expect.poll(() => keptFiles(page)).toBe(0);
  await composer(page).fill("Here it is");
  await send(page).click();
  await expect(bubble(page, "Here it is")).toContainText("Delivered");
  await page.reload();
  await expect(bubble(page, "Here it is")).toHaveCount(1);
  await expect(bubble(page, "Here it is").getByRole("link", { name: /offer/ })).toHaveCount(1);
  await expect(tray(page)).toHaveCount(0);
  expect((await phone.received()).filter((text) => text.includes("Here it is"))).toHaveLength(1);

  await page.route("**/api/chatAttachments/add", (route) => route.abort());
  await page.getByLabel("Files to attach").setInputFiles([file]);
  await expect(again).toBeVisible();
  await (await logout()).getByRole("button", { name: "Sign out and discard them" }).click();
  await expect(page).toHaveURL(/login/);
  await expect.poll(() => keptFiles(page)).toBe(0);
});
