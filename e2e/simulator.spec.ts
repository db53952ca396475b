import { expect, expectNoAxeViolations, test } from "./app.ts";

for (const colorScheme of ["light", "dark"] as const) {
  test(`a phone of the simulator texts a dealership, without accessibility violations (${colorScheme})`, async ({
    page,
  }, { project }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto("/simulator");
    await expectNoAxeViolations(page);
    const last = `${project.name === "phone" ? "1" : "2"}${colorScheme === "dark" ? "3" : "4"}`;
    await page.getByLabel("Any phone").fill(`(909)555-01${last}`);
    await page.keyboard.press("Enter");
    const log = page.getByRole("log", { name: "Texts on this phone" });
    await expect(log).toBeVisible();
    await page.getByLabel("Text", { exact: true }).fill("Is the shop open on Sunday?");
    await page.keyboard.press("Enter");
    await expect(log.getByText("Is the shop open on Sunday?")).toBeVisible();
    await expectNoAxeViolations(page);
  });
}
