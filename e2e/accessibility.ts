import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

/** Fails with each violation's rule, what it asks for and where it is broken. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await shown(page);
  await expectNone(axe(page));
}

/** The same in light and in dark, which differ by their colours alone; ends in light. */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await shown(page);
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNone(axe(page).withRules("color-contrast"));
  await page.emulateMedia({ colorScheme: "light" });
  await expectNone(axe(page));
}

/** Every page has a heading; until it is there, what one looks at is the loader. */
const shown = (page: Page) => expect(page.locator("h1").first()).toBeAttached();

/** Without frames of other origins, which the product doesn't have and for which axe would open a page each time. */
const axe = (page: Page) => new AxeBuilder({ page }).setLegacyMode();

async function expectNone(builder: AxeBuilder) {
  const { violations } = await builder.analyze();
  const told = violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  expect(told).toEqual([]);
}
