import { expect, test } from "vitest";
import { mailWords } from "./mailWords.ts";

test("a first impression shows no markup", () => {
  expect(mailWords("<style>p{}</style><h1>Winter&nbsp;</h1><p>Tires &amp; oil, 5 &lt; 6</p>")).toBe(
    "Winter Tires & oil, 5 < 6",
  );
});
