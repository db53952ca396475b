import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, ownerToken, test } from "./app.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

const tag = { tag: "@once" };

test(
  "a location's reminders are on, are changed with the text that customers get, and turned off and on",
  tag,
  async ({ page, signIn }) => {
    await signIn(page, "manager");
    await page.goto("/settings/automatic-texts");
    const on = page.getByRole("switch", { name: "Remind customers by text" });
    const [first, second] = [
      page.getByLabel("First reminder, hours before"),
      page.getByLabel("Second reminder, hours"),
    ];
    await expect(on).toBeChecked();
    await first.fill("2");
    await second.fill("5");
    const save = page.getByRole("button", { name: "Save appointment reminders" });
    await save.click();
    await expect(second).toHaveAccessibleDescription(/Enter fewer hours than for the first reminder/);
    await first.fill("48");
    await page.getByLabel("Language").selectOption("Spanish");
    await expect(page.getByText(/Responda C para confirmar, R para cambiarla\./)).toBeVisible();
    await expectNoAxeViolationsInBothSchemes(page);
    await save.click();
    await expect(page.getByText("Saved")).toBeVisible();
    await page.reload();
    await expect(on).toBeChecked();
    await expect(first).toHaveValue("48");
    await on.focus();
    await page.keyboard.press("Space");
    await expect(first).toBeDisabled();
    await save.click();
    await expect(page.getByText("Saved")).toBeVisible();
    await page.reload();
    await expect(on).not.toBeChecked();
    await on.click();
    // Other journeys read this location's texts, too.
    await page.getByLabel("Language").selectOption("English");
    await save.click();
    await expect(page.getByText("Saved")).toBeVisible();
  },
);

test("somebody is asked whether a customer showed up, and answers in the task", { tag: ["@once", "@deep"] }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  // The queue looks every minute.
  test.slow();
  const person = newCustomerInput();
  const customer_id = await addCustomer(request, app, person);
  const ended = new Date(Date.now() - 26 * 3_600_000);
  const token = await ownerToken(request, app);
  const time = { timeType: "custom", customTimeHours: "09", customTimeMinutes: "00", customTimeAmPm: "AM" };
  const data = { title: "Test drive", type: 0, customer_id, notes: "", ...time };
  const answer = await request.post("/api/appointments/add", {
    headers: { authorization: `Bearer ${token}` },
    data: { ...data, appointment_date: ended.toISOString().slice(0, 10) },
  });
  expect(answer.ok()).toBe(true);
  await signIn(page, "owner");
  await page.goto("/tasks");
  const question = `Did Rita ${person.last_name} show up for “Test drive”?`;
  await page.getByRole("searchbox").fill(question);
  const row = page.getByRole("row").filter({ hasText: question });
  await expect(row).toBeVisible({ timeout: 80_000 });
  await expectNoAxeViolationsInBothSchemes(page);
  await row.getByRole("button", { name: `No show: ${question}` }).click();
  await expect(page.getByText("Appointment updated")).toBeVisible();
  await expect(row).toBeHidden();
});
