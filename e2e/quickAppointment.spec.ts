import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { newChat } from "./conversation.ts";

test("an appointment is booked with two presses, taken back, and booked in full", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const { customer, chat_id, phone } = await newChat(request, app);
  await phone.text("Can I see it this week?");
  await signIn(page, "owner");
  await page.goto(`/inbox/all/${chat_id}`);
  const dialog = page.getByRole("dialog", { name: "Book an appointment" });
  const times = dialog.getByRole("toolbar", { name: "Free times" }).getByRole("button");
  const booked = page.getByText(/^Visit booked: /);
  await page.getByRole("button", { name: "Book an appointment" }).click();
  await expect(times.first()).toBeFocused();
  await expectNoAxeViolationsInBothSchemes(page);
  await page.keyboard.press("ArrowRight");
  await expect(times.nth(1)).toBeFocused();
  await dialog.getByRole("button", { name: "Visit" }).click();
  const label = await times.first().getAttribute("aria-label");
  await times.first().dblclick();
  await expect(booked).toHaveCount(1);
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Appointment canceled")).toBeVisible();

  // Next books the same time again, then it is taken.
  await page.goto(`/next/question/${chat_id}?queue=unassigned`);
  await expect(page.getByRole("heading", { name: customer.name, exact: true })).toBeVisible();
  const open = page.getByRole("button", { name: "Appointment", exact: true });
  if (isMobile) await open.click();
  else {
    await page.getByRole("textbox", { name: "Message", exact: true }).press("Escape");
    await page.keyboard.press("a");
  }
  await dialog.getByRole("button", { name: "Visit" }).click();
  await dialog.getByRole("button", { name: label ?? "", exact: true }).click();
  await expect(page.getByText(/^Visit booked: /).last()).toBeVisible();
  await expect(dialog).toBeHidden();
  await open.click();
  await dialog.getByRole("button", { name: "Delivery" }).click();
  await expect(times.first()).toBeVisible();
  await expect(dialog.getByRole("button", { name: label ?? "", exact: true })).toHaveCount(0);
  await dialog.getByRole("button", { name: "More options" }).click();
  const full = page.getByRole("dialog", { name: "Create an appointment" });
  await expect(full.getByLabel("Title")).toHaveValue("Delivery");
  await expect(full.getByLabel("Length")).toHaveValue("60");
});
