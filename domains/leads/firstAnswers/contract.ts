import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, inOrder, listInput, required, sent, sentFlag } from "#core/fields.ts";
import { managers } from "#core/people.ts";
import { automaticWords, replyVariables } from "#domains/inbox/autoReplies/contract.ts";
import { leadKinds } from "#domains/leads/fields.ts";

/** What can stand between percent signs in the first answer to a lead, with what people read instead. */
export const answerVariables = { ...replyVariables, vehicle: "Vehicle" } as const;

/** The sources with words of their own, at most. */
export const mostSources = 20;

const anyWords = { open_words: z.string(), closed_words: z.string(), holiday_words: z.string() };

/** Whether a location answers new leads at once, which of them, and in which words. */
export const FirstAnswerSettings = z.object({
  is_on: Flag,
  kinds: z.array(z.enum(leadKinds)),
  /** 1: only leads of the listed sources are answered. */
  listed_only: Flag,
  ...anyWords,
  /** Their empty words are those of the location. */
  sources: z.array(z.object({ source: z.string(), ...anyWords })),
});
export type FirstAnswerSettings = z.infer<typeof FirstAnswerSettings>;
export type SourceWords = FirstAnswerSettings["sources"][number];

const words = automaticWords(answerVariables);
const sourcesText = "Send the sources as a list";
const kindsText = "Select kinds of leads from the list";

const SourceDraft = z.object(
  {
    source: required("Enter a source", 100),
    open_words: z._default(words, ""),
    closed_words: z._default(words, ""),
    holiday_words: z._default(words, ""),
  },
  { error: sourcesText },
);

const isEachOnce = (sources: readonly { readonly source: string }[]) =>
  new Set(sources.map(({ source }) => source.toLocaleLowerCase("en-US"))).size === sources.length;

/** Empty words are the usual ones. */
export const FirstAnswerDraft = z.object({
  is_on: sentFlag,
  kinds: sent(
    z.pipe(
      z.transform(listInput),
      z
        .array(z.enum(leadKinds, { error: kindsText }), { error: kindsText })
        .check(inOrder([(kinds) => kinds.length > 0, "Select at least one kind of lead"])),
    ),
  ),
  listed_only: sentFlag,
  open_words: sent(words),
  closed_words: sent(words),
  holiday_words: sent(words),
  sources: sent(
    z.pipe(
      z.transform(listInput),
      z
        .array(SourceDraft, { error: sourcesText })
        .check(
          inOrder(
            [(sources) => sources.length <= mostSources, `List up to ${mostSources} sources`],
            [isEachOnce, "List each source once"],
          ),
        ),
    ),
  ),
});

export const firstAnswers = calls("firstAnswers", {
  settings: {
    method: "GET",
    path: "/leads/first-answer",
    allow: managers,
    supportAccess: "reads",
    about: "Whether the acting location texts new leads at once, which of them, and in which words.",
    data: FirstAnswerSettings,
  },
  changeSettings: {
    method: "POST",
    path: "/leads/first-answer",
    allow: managers,
    audit: "trail",
    about:
      "Turns the acting location's first answer to new leads on or off, and sets its words while it is open, closed, or on a closed date. Empty words use the default message, those of a source the location's. With listed_only, leads of other sources aren't answered.",
    body: FirstAnswerDraft,
    data: FirstAnswerSettings,
    successMessage: "Saved",
  },
});
