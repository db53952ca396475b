import type { Page } from "@playwright/test";
import sharp from "sharp";
import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { bubble, composer, firstText, log, newChat, tabTo } from "./conversation.ts";

const createImage = (background: string) =>
  sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer();

const tray = (page: Page) => page.getByRole("list", { name: "Attached files" });
const send = (page: Page) => page.getByRole("button", { name: "Send", exact: true });
const caret = (page: Page) => composer(page).evaluate((field: HTMLTextAreaElement) => field.selectionStart);

/** Gives a file to the page as pasting or dragging would. */
async function hand(page: Page, how: "paste" | "drop", name: string, bytes: Buffer) {
  const content = [...bytes];
  await composer(page).evaluate(
    (field, { how, name, content }) => {
      const data = new DataTransfer();
      data.items.add(new File([new Uint8Array(content)], name, { type: "image/png" }));
      const settings = { bubbles: true, cancelable: true };
      if (how === "paste") field.dispatchEvent(new ClipboardEvent("paste", { ...settings, clipboardData: data }));
      else {
        const pane = field.closest("section")?.firstElementChild ?? field;
        for (const type of ["dragenter", "dragover", "drop"]) {
          pane.dispatchEvent(new DragEvent(type, { ...settings, dataTransfer: data }));
        }
      }
    },
    { how, name, content },
  );
}

test("code that loads over a bad connection arrives with its styles", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id } = await newChat(request, app);
  await page.route(/AttachmentTray-.*\.css$/, (route) => route.abort(), { times: 1 });
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  const file = { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("A fair price") };
  await page.getByLabel("Files to attach").setInputFiles([file]);
  await expect(tray(page).getByText(/\d KB$/)).toBeVisible();
  await expect(tray(page)).toHaveCSS("list-style-type", "none");
});

test("files are chosen, pasted and dropped, survive a reload, and are sent without text", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await page.getByLabel("Files to attach").setInputFiles([
    { name: "red.png", mimeType: "image/png", buffer: await createImage("crimson") },
    { name: "offer.txt", mimeType: "text/plain", buffer: Buffer.from("A fair price") },
  ]);
  await hand(page, "paste", "pasted.png", await createImage("seagreen"));
  await hand(page, "drop", "dropped.png", await createImage("navy"));
  await expect(tray(page).getByRole("listitem")).toHaveCount(4);
  await expect(tray(page).getByRole("progressbar")).toHaveCount(0);
  await expect(tray(page).getByText(/\d KB$/)).toHaveCount(4);
  await expectNoAxeViolationsInBothSchemes(page);

  await page.reload();
  await expect(tray(page).getByRole("listitem")).toHaveCount(4);
  await expect(composer(page)).toBeEnabled();
  await page.getByRole("button", { name: /^Remove dropped/ }).click();
  await expect(tray(page).getByRole("listitem")).toHaveCount(3);
  await expect(composer(page)).toBeFocused();
  await composer(page).press("Enter");
  await expect(tray(page)).toHaveCount(0);

  const sent = log(page).getByRole("article").filter({ hasText: "offer.txt" });
  await expect(sent).toContainText("Delivered");
  const pictures = sent.getByRole("img");
  await expect(pictures).toHaveCount(2);
  await expect
    .poll(() => pictures.evaluateAll((all: HTMLImageElement[]) => all.every(({ naturalWidth }) => naturalWidth > 0)))
    .toBe(true);
  await expect.poll(phone.received).toContainEqual(expect.stringMatching(/offer\S* https?:\/\//));

  await pictures.first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByRole("status")).toHaveText("1 of 2");
  await expect(dialog.locator(":focus")).toHaveCount(1);
  await page.keyboard.press("ArrowRight");
  await expect(dialog.getByRole("status")).toHaveText("2 of 2");
  await expect(dialog.getByRole("img", { name: /^From .*: pasted/ })).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("a file that can't be attached says why, and blocks the message until it is removed", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const { chat_id } = await newChat(request, app);
  await signIn(page, "agent");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await page.getByLabel("Files to attach").setInputFiles([
    { name: "film.mov", mimeType: "video/quicktime", buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 1) },
    { name: "car.jpg", mimeType: "image/jpeg", buffer: Buffer.from("<script>alert(1)</script>") },
  ]);
  const file = (name: string) => tray(page).getByRole("listitem").filter({ hasText: name });
  await expect(file("film.mov").getByRole("alert")).toHaveText("Files can be up to 10 MB");
  await expect(file("car.jpg").getByRole("alert")).not.toBeEmpty();
  await composer(page).fill("Look");
  await expect(send(page)).toBeDisabled();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Remove film.mov" }).click();
  await page.getByRole("button", { name: "Remove car.jpg" }).click();
  await expect(send(page)).toBeEnabled();
});

test("an emoji is inserted at the cursor by keyboard alone, and nothing is fetched from other hosts", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request, baseURL }) => {
  const foreign: string[] = [];
  page.on("request", (one) => {
    const url = one.url();
    if (!url.startsWith(`${baseURL}/`) && !/^(data|blob):/.test(url)) foreign.push(url);
  });
  const { chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill("Hello there");
  await composer(page).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(5, 5));
  await tabTo(page, page.getByRole("button", { name: "Emoji", exact: true }));
  await page.keyboard.press("Enter");
  const panel = page.getByRole("dialog", { name: "Emoji" });
  await expect(panel.getByLabel("Search emoji")).toBeFocused();
  await expect(panel.getByRole("gridcell").first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.type("waving hand");
  await expect(panel.getByText("👋 Waving hand")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(composer(page)).toHaveValue("Hello👋 there");
  await expect(composer(page)).toBeFocused();
  expect(await caret(page)).toBe(7);
  await expect(page.getByText("1 segment, UCS-2")).toBeVisible();

  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  await panel.getByRole("group", { name: "Recently used" }).getByRole("button", { name: "👋" }).click();
  await expect(composer(page)).toHaveValue("Hello👋👋 there");
  await page.getByRole("button", { name: "Emoji", exact: true }).click();
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(composer(page)).toBeFocused();
  expect(foreign).toEqual([]);
});

test("an @ is a plain character in a text, and the mention button goes on with a note", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await composer(page).focus();
  await page.keyboard.type("Ask @a");
  const names = page.getByRole("option");
  await expect(composer(page)).toHaveValue("Ask @a");
  await expect(names).toHaveCount(0);
  await page.keyboard.press("Enter");
  await expect.poll(phone.received).toEqual([firstText, "Ask @a"]);

  await page.getByRole("button", { name: "Mention a colleague" }).click();
  const note = page.getByLabel("Note", { exact: true });
  await expect(note).toBeFocused();
  await page.keyboard.type("@a");
  await expect(names.first()).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});

test("a text is scheduled, shows for colleagues at once, and is canceled", async ({
  page,
  browser,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  const other = await browser.newPage({ baseURL: app.url });
  await signIn(other, "agent");
  await other.goto(`/inbox/all/${chat_id}`);
  await expect(composer(other)).toBeEnabled();

  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill("Your car is washed");
  await page.getByRole("button", { name: "Send later" }).click();
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await expect(dialog.getByRole("button", { name: /^In an hour/ })).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByLabel("Another time").fill("2020-01-01T09:00");
  await dialog.getByRole("button", { name: "Schedule" }).click();
  await expect(dialog.getByText("This time has already passed")).toBeVisible();
  await dialog.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(dialog).toBeHidden();
  await expect(composer(page)).toHaveValue("");
  const waiting = (of: Page) => of.getByRole("list", { name: "Scheduled messages" }).getByRole("listitem");
  await expect(waiting(page)).toContainText("9:00 AM");
  await expect(waiting(other)).toContainText("Your car is washed");
  await expectNoAxeViolationsInBothSchemes(page);

  await composer(page).fill("And cleaned");
  await waiting(page).getByRole("button", { name: "Undo" }).click();
  await expect(composer(page)).toHaveValue("Your car is washed\nAnd cleaned");
  await expect(composer(page)).toBeFocused();
  await expect(waiting(page)).toHaveCount(0);
  await expect(waiting(other)).toHaveCount(0);
  expect(await phone.received()).toEqual([firstText]);
  await other.close();
});

test("what a pasted text is too long for is kept for the next one, if wanted, also over a reload", {
  tag: ["@once", "@deep"],
}, async ({ page, app, signIn, request }) => {
  const { chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill(`${"a".repeat(320)} the second half`);
  await expect(composer(page)).toHaveValue("a".repeat(320));
  await expect(page.getByText("15 characters didn't fit.")).toBeVisible();
  await page.getByRole("button", { name: "Keep the rest" }).click();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.reload();
  await expect(page.getByText("15 characters kept for your next text.")).toBeVisible();
  await send(page).click();
  await expect(composer(page)).toHaveValue("the second half");
  await expect(page.getByText("kept for your next text")).toHaveCount(0);
});

test("a draft isn't shown to the next person who signs in to this browser", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill("Between us");
  await page.reload();
  await expect(composer(page)).toHaveValue("Between us");
  await signIn(page, "agent");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(composer(page)).toBeEnabled();
  await expect(composer(page)).toHaveValue("");
  await expect(bubble(page, firstText)).toBeVisible();
});

test("the composer says why it is disabled", { tag: ["@once", "@deep"] }, async ({ page, app, signIn, request }) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(page.getByRole("button", { name: "Attach files" })).toBeEnabled();
  await expect(composer(page)).toBeEnabled();
  await composer(page).fill("Half a sen");
  await phone.text("STOP");
  await expect(composer(page)).toBeDisabled();
  await expect(page.getByText("This customer has opted out of text messages.")).toBeVisible();
  for (const name of ["Attach files", "Emoji", "Templates", "Send later"]) {
    await expect(page.getByRole("button", { name, exact: true })).toBeDisabled();
  }
  // It opens the internal note, which the customer's opt-out doesn't touch.
  await expect(page.getByRole("button", { name: "Mention a colleague", exact: true })).toBeEnabled();
  await expect(composer(page)).toHaveValue("Half a sen");
  await expectNoAxeViolationsInBothSchemes(page);
});

test("an unregistered number is said above the field, and refuses where replies are blocked", { tag: "@once" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id } = await newChat(request, app);
  let cannot_send = "";
  await page.route(`**/api/getAllChatMessages/${chat_id}`, async (route) => {
    try {
      const response = await route.fetch();
      const answer = await response.json();
      Object.assign(answer.data.currentChat, { is_number_held: 1, cannot_send });
      await route.fulfill({ response, json: answer });
    } catch {
      // The page has gone on to the next sign-in.
    }
  });
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  const notice = page.getByText("Carriers may block this text: your number isn’t registered yet.");
  await expect(notice).toBeVisible();
  await expect(composer(page)).toBeEnabled();
  await expect(composer(page)).toHaveAccessibleDescription(/Carriers may block this text/);
  const link = page.getByRole("link", { name: "Register your texts" });
  await expect(link).toHaveAttribute("href", "/settings/text-registration");
  await signIn(page, "agent");
  cannot_send = "This location's number isn't registered yet, so it can't send texts.";
  await page.goto(`/inbox/all/${chat_id}`);
  await expect(page.getByText(cannot_send)).toBeVisible();
  await expect(page.getByText("Ask an owner to register your texts.")).toBeVisible();
  await expect(composer(page)).toBeDisabled();
  await expect(notice).toBeHidden();
});
