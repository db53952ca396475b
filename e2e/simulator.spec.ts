import { expectNoAxeViolationsInBothSchemes } from "./accessibility.ts";
import { expect, test } from "./app.ts";

test("a phone of the simulator texts a dealership, without accessibility violations", async ({ page, isMobile }) => {
  await page.goto("/simulator");
  await expectNoAxeViolationsInBothSchemes(page);
  // Whoever is quick writes before it is known to which numbers one can.
  const { promise, resolve: goOn } = Promise.withResolvers<void>();
  await page.route("**/simulator/api/numbers", (route) => promise.then(() => route.continue()));
  await page.getByLabel("Any phone").fill(`(909)555-01${isMobile ? 13 : 24}`);
  await page.keyboard.press("Enter");
  const log = page.getByRole("log", { name: "Texts on this phone" });
  await expect(log).toBeVisible();
  await page.getByLabel("Text", { exact: true }).fill("Is the shop open on Sunday?");
  await page.keyboard.press("Enter");
  goOn();
  await expect(log.getByText("Is the shop open on Sunday?")).toBeVisible();
  await expectNoAxeViolationsInBothSchemes(page);
});
