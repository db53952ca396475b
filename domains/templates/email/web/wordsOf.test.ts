import { expect, test } from "vitest";
import { wordsOf } from "./wordsOf.ts";

test("wordsOf shows no markup", () => {
  expect(wordsOf("<style>p{}</style><h1>Winter&nbsp;</h1><p>Tires &amp; oil, 5 &lt; 6</p>")).toBe(
    "Winter Tires & oil, 5 < 6",
  );
});
