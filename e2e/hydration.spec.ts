import type { APIResponse, Page } from "@playwright/test";
import { expect, openScreen, test } from "./app.ts";

/** Prerendered screens of different make: tables with filters, forms, cards. The inbox changes by itself. */
const paths = ["/customers", "/appointments", "/reviews", "/settings/security", "/virtual"];

/** The screen's elements with their attributes and texts, without what differs from one load to the next: ids and numbers. */
function elementsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const mask = (text: string) =>
      text
        .replace(/_[rR]_\w*_|mantine-\w{8,}/g, "id")
        .replace(/\s*([:;])\s*/g, "$1")
        .replace(/;$/, "");
    return [...document.querySelectorAll("main *:not(style)")].map((element) => {
      const kept = [...element.attributes].filter(({ name }) => name !== "data-path" && name !== "selected");
      const texts = [...element.childNodes].filter(({ nodeType }) => nodeType === Node.TEXT_NODE);
      const value = "value" in element ? element.value : "";
      return [element.tagName, ...kept.map(({ name, value }) => `${name}=${mask(value)}`).sort(), value, ...texts]
        .map((part) => (part instanceof Node ? (part.nodeValue ?? "").replace(/(\d+[hm]? ?)+/g, "0 ") : part))
        .join(" ");
    });
  });
}

/** Gives each request the answer that it got the first time, because other journeys change the same business meanwhile. */
async function repeatAnswers(page: Page): Promise<void> {
  const answers = new Map<string, APIResponse>();
  await page.route("**/api/**", async (route) => {
    const request = route.request();
    const key = `${request.method()} ${request.url()} ${request.postData() ?? ""}`;
    try {
      const response = answers.get(key) ?? (await route.fetch());
      answers.set(key, response);
      await route.fulfill({ response });
    } catch {
      // The page has gone on to the next screen.
    }
  });
}

test("a screen that grew from its prerendered frame is the same as one rendered without", { tag: "@deep" }, async ({
  page,
  signIn,
}) => {
  const errors: string[] = [];
  page.on("pageerror", (failure) => errors.push(failure.message));
  await signIn(page, "owner");
  await page.addInitScript(() => {
    localStorage.setItem("push-line", "dismissed");
    // The frame is there by then, and not hydrated before its first paint.
    addEventListener("DOMContentLoaded", () => {
      Object.assign(window, { prerendered: document.querySelector("#root[inert] nav[aria-label=Main]") });
    });
  });
  await repeatAnswers(page);
  for (const path of paths) {
    await page.goto(path, { waitUntil: "networkidle" });
    await expect(page.locator("main")).toBeVisible();
    await expect(page.locator("main [aria-busy=true], main [data-animate][data-visible]")).toHaveCount(0);
    const grown = await elementsOf(page);
    expect(grown.length).toBeGreaterThan(60);
    // The frame's own elements remain: hydration replaced nothing.
    const isKept = (navigation: Element) => "prerendered" in window && window.prerendered === navigation;
    expect(await page.locator("#root nav[aria-label=Main]").evaluate(isKept), path).toBe(true);

    await openScreen(page, "/tasks");
    await openScreen(page, path);
    await expect.poll(() => elementsOf(page), { message: path }).toEqual(grown);
  }
  expect(errors).toEqual([]);
});

test("filters from the address stand in their fields, though the frame knew none", { tag: "@deep" }, async ({
  page,
  signIn,
}) => {
  await signIn(page, "owner");
  await page.goto("/customers?q=Petrosyan");
  await expect(page.getByPlaceholder(/^Search names/)).toHaveValue("Petrosyan");
});
