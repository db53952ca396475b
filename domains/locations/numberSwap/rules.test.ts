import { expect, test } from "vitest";
import { numbersBySource, swapSnippet } from "./rules.ts";

test("a source shows the number that it has had for longest", () => {
  const numbers = [
    { source: "Google", number: "+19095550001" },
    { source: "Facebook", number: "+19095550002" },
    { source: "Google", number: "+19095550003" },
  ];
  expect(numbersBySource(numbers)).toEqual(numbers.slice(0, 2));
});

test("the snippet names each number of the website once, as people write it, and nothing in it ends it", () => {
  const snippet = swapSnippet("https://texts.example.com/w/swap.js", '1-2."><script>x', [
    "+19095550100",
    "(909) 555-0100",
    "no",
  ]);
  expect(snippet).toBe(
    '<script async src="https://texts.example.com/w/swap.js" data-rooftop-swap="1-2.&quot;>&lt;script>x" data-numbers="(909) 555-0100"></script>',
  );
});
