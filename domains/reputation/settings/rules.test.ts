import { expect, test } from "vitest";
import { wordsProblem } from "./fields.ts";
import { defaultWords, inviteGoalOf, wordsFor } from "./rules.ts";

test("the default texts are good ones", () => {
  for (const { words } of defaultWords) expect(wordsProblem(words)).toBeUndefined();
});

test.each([
  ["", /Write/],
  ["Please review us", /%review_link%/],
  ["%fist_name%, review us: %review_link%", /%fist_name%/],
  ["Give us 5 stars %review_link%", /stars/],
  ["five-star please %review_link%", /stars/],
  ["Leave a positive review %review_link%", /everyone alike/],
  ["Deje una reseña positiva %review_link%", /everyone alike/],
  ["Get a gift card: %review_link%", /forbid/],
  ["10% off for a review %review_link%", /forbid/],
  ["$20 for your review %review_link%", /forbid/],
  ["Un descuento por su reseña %review_link%", /forbid/],
])("%j is refused", (words, problem) => {
  expect(wordsProblem(words)).toMatch(problem);
});

test.each(["Hi %first_name|friend%, review %company_name%: %Review Link%", "100% yours: %review_link%"])(
  "%j is fine",
  (words) => {
    expect(wordsProblem(words)).toBeUndefined();
  },
);

test("without a text in the language the fallback is used", () => {
  const [english, spanish] = defaultWords;
  expect(wordsFor(defaultWords, "es")).toBe(spanish);
  expect(wordsFor(defaultWords, undefined)).toBe(english);
  expect(wordsFor(english ? [english] : [], "es")).toBe(english);
});

test.each([
  // Too few invites to know: one in ten.
  [{ sent: 0, reviewed: 0 }, 30, { invite_goal: 300, percent: 10, is_assumed: 1 }],
  [{ sent: 19, reviewed: 19 }, 30, { invite_goal: 300, percent: 10, is_assumed: 1 }],
  [{ sent: 30, reviewed: 3 }, 30, { invite_goal: 300, percent: 10, is_assumed: 0 }],
  [{ sent: 100, reviewed: 33 }, 10, { invite_goal: 31, percent: 33, is_assumed: 0 }],
  // Nobody reviewed: at least one in a hundred.
  [{ sent: 200, reviewed: 0 }, 5, { invite_goal: 500, percent: 1, is_assumed: 0 }],
  [{ sent: 20, reviewed: 20 }, 7, { invite_goal: 7, percent: 100, is_assumed: 0 }],
  [{ sent: 50, reviewed: 5 }, 0, { invite_goal: 0, percent: 10, is_assumed: 0 }],
])("%j with a goal of %i", (results, goal, expected) => {
  expect(inviteGoalOf(goal, results)).toEqual(expected);
});
