import { expect, test } from "vitest";
import { campaignOf, pageOf, sitesOf } from "./pageOf.ts";

test.each([
  ["https://dealer.example/trucks?email=a%40b.com#top", "https://dealer.example/trucks"],
  ["javascript:alert(1)", ""],
  ["data:text/html,x", ""],
  ["not an address", ""],
])("of the page %s is kept %s", (address, page) => {
  expect(pageOf(address)).toBe(page);
});

test("of a page's parameters only those of advertisements are kept", () => {
  expect(campaignOf("https://d.example/?utm_source=google&gclid=abc&email=a@b.com")).toEqual({
    utm_source: "google",
    gclid: "abc",
  });
});

test("websites are kept as browsers compare them, each once", () => {
  expect(sitesOf(["https://Example.com/", "example.com", "müller.example:8080"])).toEqual([
    "example.com",
    "xn--mller-kva.example:8080",
  ]);
});
