import { readFile } from "node:fs/promises";
import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { callsPage, callsPagePath } from "./callsPage.ts";

const app = await startTestApp();
afterAll(() => app.close());

const page = await callsPage();

test("docs/calls.md is what the contracts say: node bin/calls.mjs writes it", async () => {
  expect(await readFile(callsPagePath, "utf8")).toBe(page);
});

test("it lists every mounted call once", () => {
  const listed = [...page.matchAll(/^\| `((?:GET|POST|DELETE) \/[^`]*)`/gm)].map(([, call]) => call);
  expect(listed.sort()).toEqual(app.server.mountedCalls.map(({ method, path }) => `${method} ${path}`).sort());
});
