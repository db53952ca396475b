import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { bubble, composer, firstText, newChat } from "./conversation.ts";

test("an internal note stays apart from the text and never reaches the customer, by Enter or without a connection", async ({
  page,
  app,
  signIn,
  request,
}) => {
  const { chat_id, phone } = await newChat(request, app);
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  await composer(page).fill("A text to send later");
  const sent: string[] = [];
  page.on("request", (one) => /sendMessage|scheduledMessages\/(?!get)/.test(one.url()) && sent.push(one.url()));

  await page.getByRole("button", { name: "Internal note" }).click();
  const note = page.getByRole("textbox", { name: "Note", exact: true });
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");
  await page.context().setOffline(true);
  await note.fill("Papers are in office 2");
  await note.press("Enter");
  await note.press("ControlOrMeta+Enter");
  await expect(note).toHaveValue("Papers are in office 2");
  await page.context().setOffline(false);
  await note.press("ControlOrMeta+Enter");
  await expect(bubble(page, "Papers are in office 2")).toContainText("Internal note");
  await expect(note).toHaveValue("");
  await expectNoAxeViolationsInBothSchemes(page);

  await note.fill("@Marcus Whitfield knows");
  await note.press("ControlOrMeta+Enter");
  await expect(bubble(page, "knows").locator("strong", { hasText: /^@Marcus Whitfield$/ })).toBeVisible();

  await note.fill("Not saved yet");
  await page.getByRole("button", { name: "Text", exact: true }).click();
  await expect(composer(page)).toHaveValue("A text to send later");
  await page.getByRole("button", { name: "Internal note" }).click();
  await expect(note).toHaveValue("Not saved yet");
  expect(sent).toEqual([]);
  expect(await phone.received()).toEqual([firstText]);
});
