import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions, Spec } from "axe-core";

type Axe = { run: (root: Document, options: RunOptions & Spec) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; help: string; nodes: { html: string }[] };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with each violation's rule, what it asks for and where it is broken. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await shown(page);
  expect(await violations(page)).toEqual([]);
}

/** The same in light and in dark, which differ by their colours alone; ends in light. */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await shown(page);
  await page.emulateMedia({ colorScheme: "dark" });
  expect(await violations(page, ["color-contrast"])).toEqual([]);
  await page.emulateMedia({ colorScheme: "light" });
  expect(await violations(page)).toEqual([]);
}

/** Every page has a heading; until it is there, and while it is only a picture of it, what one looks at is the loader. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator("#root[inert]")).toHaveCount(0);
}

/**
 * Most of axe's time goes into being read and into describing what is right: it is read once for each document, and
 * tells of what is wrong alone.
 */
async function violations(page: Page, rules?: string[]) {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(source);
  return page.evaluate(async (rules) => {
    const { axe } = window as unknown as { axe: Axe };
    const found = await axe.run(document, {
      resultTypes: ["violations"],
      ...(rules && { runOnly: { type: "rule", values: rules } }),
    });
    return found.violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
  }, rules);
}
