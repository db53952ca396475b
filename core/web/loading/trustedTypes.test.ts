import { afterEach, expect, test, vi } from "vitest";
import { acceptPlainText, createPolicy, ownWorker, withoutMarkup, workerUrl } from "./trustedTypes.ts";

afterEach(() => void vi.unstubAllGlobals());

test.each(["", ":root { --color: red; }", "@media (max-width: 48em) { .a > .b { color: red } }"])(
  "packages may set the text %j",
  (text) => expect(withoutMarkup(text)).toBe(text),
);

test.each(["<b>bold</b>", "<img src=x onerror=alert(1)>", "a</style><script>", "<"])(
  "packages may not set the markup %j",
  (text) => expect(withoutMarkup(text)).toBeNull(),
);

test.each([
  "https://attacker.example.com/service-worker.js",
  "//attacker.example.com",
  "data:,x",
  "/calendar.js?x",
  "",
])("%j is none of our workers", (path) => expect(ownWorker(path)).toBeNull());

test("a browser without Trusted Types takes the text as it is", () => {
  acceptPlainText();
  expect(createPolicy("rooftop-mail", { createHTML: () => null }).createHTML("<p>")).toBe("<p>");
});

test("each policy is made once", () => {
  const made: string[] = [];
  const createPolicy = (name: string, rules: object) => {
    made.push(name);
    return rules;
  };
  vi.stubGlobal("trustedTypes", { createPolicy });
  acceptPlainText();
  expect([workerUrl("/calendar.js"), workerUrl("/service-worker.js")]).toEqual(["/calendar.js", "/service-worker.js"]);
  expect(made).toEqual(["default", "rooftop-workers"]);
});
