import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { required, sentFlag, wholeNumber } from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { languages, wordsProblem } from "./fields.ts";

export const maxWords = 320;
export const goalText = "Enter how many reviews a month you aim for, up to 10,000";

export const ReviewText = z.object({
  language: z.enum(languages),
  words: z.string(),
  /** Used when no one chose a language. */
  is_fallback: z.literal([0, 1]),
});
export type ReviewText = z.infer<typeof ReviewText>;

export const ReviewSettings = z.object({
  /** Reviews a month; 0 without a goal. */
  monthly_goal: z.number(),
  /** Invites a month needed to reach the goal. */
  invite_goal: z.number(),
  /** Reviews for each 100 invites of the last 90 days. */
  percent: z.number(),
  /** Too few invites to know, so `percent` is assumed. */
  is_assumed: z.literal([0, 1]),
  cooldown_days: z.number(),
  /** Days until the one reminder; 0: none. */
  reminder_days: z.number(),
  /** Reviews with this many stars or fewer make an alert and a task. */
  low_rating: z.number(),
  /** Whether invites by text take a picture along. */
  with_image: z.literal([0, 1]),
  /** Which of the five drawings. */
  image: z.number(),
  texts: z.array(ReviewText),
  /** The page for reviews as customers see it; opening it counts nothing. */
  page_url: z.string(),
  /** The same page as a QR code on a sheet to print. */
  poster_url: z.string(),
});
export type ReviewSettings = z.infer<typeof ReviewSettings>;

const Language = z.object({ language: z.enum(languages, { error: "Select English or Spanish" }) });

export const reviewSettings = calls("reviewSettings", {
  get: {
    method: "GET",
    path: "/review-settings",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's review goal, and what its invites say and when.",
    data: ReviewSettings,
  },
  saveGoal: {
    method: "POST",
    path: "/review-settings/goal",
    allow: owner,
    audit: "trail",
    about: "Sets how many reviews a month the acting location aims for; the invite goal follows from it.",
    body: z.object({ monthly_goal: wholeNumber(0, 10_000, goalText) }),
    data: ReviewSettings,
    successMessage: "Goal saved",
  },
  saveTiming: {
    method: "POST",
    path: "/review-settings/timing",
    allow: owner,
    audit: "trail",
    about:
      "Sets after how many days someone can be invited again, and after how many the one reminder is sent (0: none).",
    body: z.object({
      cooldown_days: wholeNumber(1, 365, "Enter 1 to 365 days"),
      reminder_days: wholeNumber(0, 30, "Enter 0 to 30 days"),
    }),
    data: ReviewSettings,
    successMessage: "Saved",
  },
  saveLowRating: {
    method: "POST",
    path: "/review-settings/low-rating",
    allow: owner,
    audit: "trail",
    about: "Sets the star rating at or below which a review opens an alert and a task at the acting location.",
    body: z.object({ low_rating: wholeNumber(1, 4, "Select 1 to 4 stars") }),
    data: ReviewSettings,
    successMessage: "Saved",
  },
  saveImage: {
    method: "POST",
    path: "/review-settings/image",
    allow: owner,
    audit: "trail",
    about:
      "Sets whether review invites by text include a picture, and which of the five. A number that can't send pictures sends only the text.",
    body: z.object({ with_image: sentFlag, image: wholeNumber(1, 5, "Select one of the five images") }),
    data: ReviewSettings,
    successMessage: "Saved",
  },
  saveText: {
    method: "POST",
    path: "/review-settings/texts/{language}",
    allow: owner,
    audit: "trail",
    about:
      "Sets what invites say in a language. The fallback is used when no language is selected; there is always exactly one.",
    params: Language,
    body: z.object({
      words: required("Write the text", maxWords).check(
        z.check(({ value, issues }) => {
          const problem = wordsProblem(value);
          if (problem) issues.push({ code: "custom", message: problem, input: value });
        }),
      ),
      is_fallback: sentFlag,
    }),
    data: ReviewSettings,
    successMessage: "Text saved",
  },
  removeText: {
    method: "DELETE",
    path: "/review-settings/texts/{language}",
    allow: owner,
    audit: "trail",
    about: "Removes the text in a language; invites in it then use the fallback, which can't be removed.",
    params: Language,
    data: ReviewSettings,
    successMessage: "Text removed",
  },
});
