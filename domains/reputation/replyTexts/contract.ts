import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, inOrder, required } from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { maxReplyBytes, replyBytes } from "../reviews/fields.ts";
import { languages } from "../settings/fields.ts";
import { replyWordsProblem } from "./fields.ts";

/** What replies to reviews with so many stars begin with, in a language. */
export const ReplyText = z.object({
  stars: z.number(),
  language: z.enum(languages),
  words: z.string(),
  /** Nobody has changed it. */
  is_default: z.literal([0, 1]),
});
export type ReplyText = z.infer<typeof ReplyText>;

const params = z.object({
  stars: z.enum(["1", "2", "3", "4", "5"], { error: "Select 1 to 5 stars" }),
  language: z.enum(languages, { error: "Select English or Spanish" }),
});

const words = required("Write the text", 2_000).check(
  inOrder([(text) => replyBytes(text) <= maxReplyBytes, "This text is too long. Shorten it a little."]),
  z.check(({ value, issues }) => {
    const problem = replyWordsProblem(value);
    if (problem) issues.push({ code: "custom", message: problem, input: value });
  }),
);

const all = { data: z.object({ reply_texts: z.array(ReplyText) }) };

export const replyTexts = calls("replyTexts", {
  list: {
    method: "GET",
    path: "/review-settings/replies",
    allow: staff,
    supportAccess: "reads",
    about: "What the acting location's replies to reviews begin with: for each number of stars, in each language.",
    ...all,
  },
  save: {
    method: "POST",
    path: "/review-settings/replies/{stars}/{language}",
    allow: managers,
    audit: "trail",
    about: "Sets what replies to reviews with so many stars begin with, in a language.",
    params,
    body: z.object({ words }),
    ...all,
    successMessage: "Template saved",
  },
  restore: {
    method: "DELETE",
    path: "/review-settings/replies/{stars}/{language}",
    allow: managers,
    audit: "trail",
    about: "Brings back the default text of one template.",
    params,
    ...all,
    successMessage: "Default restored",
  },
  forReview: {
    method: "GET",
    path: "/reviews/{id}/reply-texts",
    allow: managers,
    about:
      "What a reply to this review can begin with, in each language, with its author and the business filled in. A recommendation counts as five stars, the opposite as one.",
    params: z.object({ id: Id }),
    data: z.object({ reply_texts: z.array(z.object({ language: z.enum(languages), text: z.string() })) }),
  },
});
