import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

test("a customer is emailed, and a call is logged, changed and taken back, in one field", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
  isMobile,
}) => {
  const person = newCustomerInput();
  const id = await addCustomer(request, app, person);
  await signIn(page, "owner");
  await page.goto(`/customer/${id}`);
  const timeline = page.getByRole("region", { name: "Timeline", exact: true });
  const entry = (text: string) => timeline.getByRole("listitem").filter({ hasText: text });
  const choose = async (name: string) => {
    if (isMobile) {
      await page.getByRole("button", { name: "More ways to write" }).click();
      await page.getByRole("menuitem", { name }).click();
    } else await page.getByRole("button", { name, exact: true }).first().click();
  };
  const [subject, message] = [
    page.getByRole("textbox", { name: "Subject" }),
    page.getByRole("textbox", { name: "Write an email" }),
  ];
  await choose("Email");
  await subject.fill("Your numbers");
  await message.fill("Hi Rita,\n\nhere they are.");
  await choose("Log call");
  await page.getByRole("textbox", { name: "What was said?" }).fill("Call back on Monday");
  await choose("Email");
  await expect(subject).toHaveValue("Your numbers");
  await expectNoAxeViolationsInBothSchemes(page);
  await message.press("Control+Enter");
  await expect(entry("You emailed “Your numbers”")).toContainText("here they are.");
  await expect(subject).toHaveValue("");

  await choose("Log call");
  await expect(page.getByRole("textbox", { name: "What was said?" })).toHaveValue("Call back on Monday");
  await page.getByRole("button", { name: "Voicemail" }).click();
  await page.getByRole("spinbutton", { name: "Minutes" }).fill("2");
  await expectNoAxeViolationsInBothSchemes(page);
  await page.getByRole("button", { name: "Log call", exact: true }).last().click();
  const logged = entry("You called, left a voicemail");
  await expect(logged).toContainText("Call back on Monday");
  await expect(logged).toContainText("2 min");

  await logged.hover();
  await logged.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  const dialog = page.getByRole("dialog", { name: "Edit call" });
  await dialog.getByRole("button", { name: "No answer" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const changed = entry("You called, no answer");
  await expect(changed).toBeVisible();
  await changed.hover();
  await changed.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect(changed).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await expect(changed).toBeVisible();
});
