import { expect, test } from "vitest";
import { countedLinks } from "./mailLinks.ts";

test("people see each link once, and neither the scanners' nor the unsubscribe page's", () => {
  const html =
    '<a style="x" href="https://us.test/l/1"> Cars </a><a href="https://us.test/l/1">Again</a><a href="https://us.test/l/2"><img></a>' +
    '<a href="https://us.test/l/0" tabindex="-1">.</a><a href="https://us.test/u/t">Unsubscribe</a>';
  expect(countedLinks(html, "https://us.test/u/t")).toEqual([
    { url: "https://us.test/l/1", text: "Cars" },
    { url: "https://us.test/l/2", text: "https://us.test/l/2" },
  ]);
});
