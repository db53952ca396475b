import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { RunOptions, Spec } from "axe-core";
import { isDeep } from "#testing/deep.ts";

type Axe = {
  run: (context: Document | ElementContext, options: RunOptions & Spec) => Promise<{ violations: Violation[] }>;
};
type Violation = { id: string; help: string; nodes: { html: string }[] };

/** Selectors of the part of a page that is looked at, and of what is left out there. */
interface ElementContext {
  readonly include?: string;
  readonly exclude?: readonly string[];
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** The state that a journey has reached has no violations. `screens.spec.ts` looks at each screen in any run, this only in deep ones. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  await shown(page);
  if (isDeep) expect(await violations(page)).toEqual([]);
}

/** The same in light and dark, which differ only in color. */
export async function expectNoAxeViolationsInBothSchemes(page: Page): Promise<void> {
  await shown(page);
  if (isDeep) await expectAccessible(page);
}

/** Fails with each violation's rule, its help text and its elements, in either scheme, first in the one that the page is shown in. */
export async function expectAccessible(page: Page, context: ElementContext = {}): Promise<void> {
  await shown(page);
  const isDark = await page.evaluate(() => matchMedia("(prefers-color-scheme: dark)").matches);
  for (const scheme of isDark ? (["dark", "light"] as const) : (["light", "dark"] as const)) {
    await showIn(page, scheme);
    expect(await (scheme === "dark" ? darkViolations(page, context) : violations(page, context))).toEqual([]);
  }
}

/** All other rules see the same in dark. Rows look like those above them, and `theme.test.ts` compares the colors of their states. */
function darkViolations(page: Page, { exclude = [], ...context }: ElementContext) {
  const looked = { ...context, exclude: [...exclude, "tbody tr:nth-child(n+6)"] };
  return violations(page, looked, ["color-contrast"]);
}

/** Colors change over a moment; axe would judge those in between. */
async function showIn(page: Page, colorScheme: "dark" | "light"): Promise<void> {
  await page.emulateMedia({ colorScheme });
  // Pages for strangers follow the browser by their styles alone.
  if ((await page.locator("html[data-mantine-color-scheme]").count()) > 0)
    await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", colorScheme);
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  });
}

/** Every page has a heading; until the real one renders, the page shows its loader or its prerendered frame. */
async function shown(page: Page): Promise<void> {
  await expect(page.locator("h1").first()).toBeAttached();
  await expect(page.locator("#root[inert]")).toHaveCount(0);
}

/**
 * Loads axe once per document and reports violations only: loading it, describing passes, and reading style sheets for a
 * rule that is off take most of its time.
 */
async function violations(page: Page, context: ElementContext = {}, rules?: string[]) {
  if (await page.evaluate(() => !("axe" in window))) await page.evaluate(source);
  return page.evaluate(
    async ({ context, rules }) => {
      const { axe } = window as unknown as { axe: Axe };
      const isWhole = !context.include && !context.exclude;
      const found = await axe.run(isWhole ? document : context, {
        resultTypes: ["violations"],
        selectors: false,
        preload: { assets: ["media"] },
        ...(rules && { runOnly: { type: "rule", values: rules } }),
      });
      return found.violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map(({ html }) => html) }));
    },
    { context, rules },
  );
}
