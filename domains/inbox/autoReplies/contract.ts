import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, optionalText, sent, sentFlag } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { unknownVariables } from "#core/variables.ts";
import { maxTextLength } from "#domains/inbox/conversation/contract.ts";

/** What can stand between percent signs in a reply after hours, with what people read instead. */
export const replyVariables = {
  first_name: "First name",
  company_name: "Company name",
  company_phone: "Company phone",
  location_name: "Location name",
  answer_time: "When we answer",
} as const;

/** The words of an automatic text with these variables; empty: the usual ones. */
export const automaticWords = (variables: Readonly<Record<string, string>>) =>
  optionalText(maxTextLength).check(
    z.check(({ value, issues }) => {
      const [unknown] = unknownVariables(value, variables);
      if (unknown === undefined) return;
      const message = `There is no variable ${unknown}. Correct or remove it`;
      issues.push({ code: "custom", message, input: value });
    }),
  );

const words = sent(automaticWords(replyVariables));

/** Whether and in which words a location replies while it is closed. */
export const AfterHoursReply = z.object({ is_on: Flag, closed_words: z.string(), holiday_words: z.string() });
export type AfterHoursReply = z.infer<typeof AfterHoursReply>;

/** Empty words are the usual ones. */
export const AfterHoursReplyDraft = z.object({ is_on: sentFlag, closed_words: words, holiday_words: words });

export const autoReplies = calls("autoReplies", {
  settings: {
    method: "GET",
    path: "/auto-replies",
    allow: managers,
    supportAccess: "reads",
    about: "Whether the acting location replies to texts while it is closed, and in which words.",
    data: AfterHoursReply,
  },
  changeSettings: {
    method: "POST",
    path: "/auto-replies",
    allow: managers,
    audit: "trail",
    about:
      "Turns the acting location's reply after hours on or off, and sets its words outside of the day's hours and on closed dates. Empty words use the default message.",
    body: AfterHoursReplyDraft,
    data: AfterHoursReply,
    successMessage: "Saved",
  },
});
