import type { Browser, Page } from "@playwright/test";
import { app, expect } from "./app.ts";

/*
 * The simulator answers programs and pages on this machine alone, so these requests come without the address that
 * journeys otherwise send along as a proxy would.
 */

/** The rows that the simulator has, such as the `mails` or `messages` that match these parameters. */
export async function fromSimulator<Row>(kind: "mails" | "messages", matching: Record<string, string>): Promise<Row[]> {
  const response = await fetch(`${app.url}/simulator/api/${kind}?${new URLSearchParams(matching)}`);
  return ((await response.json()) as { data: Row[] }).data;
}

/** A phone texts a dealership's number. */
export async function textFromPhone(text: { from: string; to: string; body: string }): Promise<void> {
  const response = await fetch(`${app.url}/simulator/api/messages`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(text),
  });
  expect(response.ok, await response.text()).toBe(true);
}

/** The simulator's page in a window of its own. */
export async function openSimulator(browser: Browser, path = "/simulator"): Promise<Page> {
  const page = await browser.newPage({ baseURL: app.url, extraHTTPHeaders: {} });
  await page.goto(path);
  return page;
}
