import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";
import { expectCreatedForNow } from "./appointment.ts";
import { addCustomer, newCustomerInput } from "./customer.ts";

test("a new customer is booked and texted, and one who is known is offered instead", { tag: "@layout" }, async ({
  page,
  app,
  signIn,
  request,
}) => {
  const [known, fresh] = [newCustomerInput(), newCustomerInput()];
  const title = `Test drive ${fresh.last_name}`;
  await addCustomer(request, app, known);
  await signIn(page, "owner");
  await page.goto("/appointments?create");
  const dialog = page.getByRole("dialog", { name: "Create an appointment" });
  await dialog.getByLabel(/^Title/).fill(title);
  await dialog.getByRole("button", { name: "New customer" }).click();
  await dialog.getByLabel(/^Date/).fill("2030-06-03");
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByText("First name is required")).toBeVisible();
  await dialog.getByLabel(/^First name/).fill(fresh.first_name);
  await dialog.getByLabel(/^Last name/).fill(fresh.last_name);
  await dialog.getByLabel(/^Phone/).fill(known.phone);
  await expectNoAxeViolationsInBothSchemes(page);
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  await expect(dialog.getByRole("button", { name: `Book for ${known.first_name} ${known.last_name}` })).toBeVisible();

  await dialog.getByLabel(/^Phone/).fill(fresh.phone);
  await dialog.getByRole("checkbox", { name: /^Text a confirmation/ }).check();
  await dialog.getByRole("button", { name: "Create", exact: true }).click();
  // Its hour is the next one, which may be outside business hours.
  await expectCreatedForNow(page);
  await expect(dialog).toBeHidden();

  // It is planned in the background. In quiet hours it stays planned until they end.
  const details = page.getByRole("dialog", { name: title });
  await expect(async () => {
    await page.reload();
    await page.getByRole("searchbox").fill(title);
    await page.getByRole("button", { name: title, exact: true }).click();
    await expect(details).toContainText(/Confirmation · (Sends|Sent) /, { timeout: 3_000 });
  }).toPass({ timeout: 30_000 });
});
