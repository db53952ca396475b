import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions, Spec } from "axe-core";

type Axe = { run: (root: Document, options: RunOptions & Spec) => Promise<{ violations: Violation[] }> };
type Violation = { id: string; help: string; nodes: { html: string }[] };

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Fails with each violation's rule, its help text and its elements. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await shown(page);
  expect(await violations(page)).toEqual([]);
}

/** The same in light and dark, which differ only in color; ends in light. */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await shown(page);
  await showIn(page, "dark");
  expect(await violations(page, ["color-contrast"])).toEqual([]);
  await showIn(page, "light");
  expect(await violations(page)).toEqual([]);
}

/** Colors change over a moment; axe would judge those in between. */
async function showIn(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages for strangers follow the browser by their styles alone.
  if ((await page.locator("html[data-mantine-color-scheme]").count()) > 0)
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    return Promise.allSettled(transitions.map(({ finished }) => finished)).then(() => undefined);
  });
}

/** Every page has a heading; until the real one renders, the page shows its loader or its prerendered frame. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator("#root[inert]")).toHaveCount(0);
}

/** Loads axe once per document and reports violations only: loading and describing passes take most of its time. */
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
