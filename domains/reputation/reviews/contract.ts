import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import {
  CsvFile,
  Flag,
  Id,
  Instant,
  inOrder,
  listInput,
  optionalFlag,
  optionalId,
  optionalText,
  required,
  sent,
  sentFlag,
  wholeNumber,
} from "#core/fields.ts";
import { managers, staff } from "#core/people.ts";
import { languages } from "#domains/reputation/settings/fields.ts";
import { connectionStates, siteKinds } from "#domains/reputation/sites/fields.ts";
import {
  filterFields,
  isDay,
  maxReplyBytes,
  replyBytes,
  replyStates,
  replyWordsProblem,
  reviewMatches,
  reviewStates,
} from "./fields.ts";

/* As long as the calls about a review are many. */

/** A person to whom a review can be assigned. */
const Assignee = z.object({ id: Id, name: z.string() });

/** A review as its card shows it. */
export const Review = z.object({
  id: Id,
  location_id: Id,
  location: z.string(),
  site_id: Id,
  site_kind: z.enum(siteKinds),
  /** What people call the site. */
  site: z.string(),
  /** Where reviews are written there, and replies posted. */
  site_url: z.string(),
  /** Empty for an anonymous one. */
  author: z.string(),
  /** Null where the site has no stars, or didn't say. */
  rating: z.nullable(z.number()),
  /** Whether the author recommends the business, where the site has no stars. */
  recommends: z.nullable(Flag),
  body: z.string(),
  published_at: Instant,
  /** When it was last changed; null if it never was. */
  edited_at: z.nullable(Instant),
  state: z.enum(reviewStates),
  /** The rating that was replied to, when the author changed it afterwards. */
  answered_rating: z.nullable(z.number()),
  /** The invite that led to it, and who sent it. */
  invite_id: z.nullable(Id),
  invited_by: z.string(),
  customer_id: z.nullable(Id),
  customer_name: z.string(),
  matched: z.enum(reviewMatches),
  assignees: z.array(Assignee),
  /** 1: Rooftop reads it at its site, and posts the reply there. */
  is_synced: Flag,
  /** When its site no longer showed it; null while it does. */
  removed_at: z.nullable(Instant),
  /** The reply at the site; empty without one. */
  reply: z.string(),
  reply_state: z.enum(["", ...replyStates]),
  /** Why the site rejected it, in its words, or why it wasn't posted. */
  reply_problem: z.string(),
  /** Empty when someone replied at the site itself. */
  replied_by: z.string(),
  replied_at: z.nullable(Instant),
  /** Written and not posted yet; empty for none. */
  draft: z.string(),
  version: z.number(),
});
export type Review = z.infer<typeof Review>;

const Filter = z.object(filterFields);
export type ReviewFilterBody = z.infer<typeof Filter>;

const replyText = optionalText(10_000).check(
  inOrder([(text) => replyBytes(text) <= maxReplyBytes, "This reply is too long. Shorten it a little."]),
);
const one = { params: z.object({ id: Id }), data: Review };
/** As the caller saw it; 0 or omitted, the review is changed whatever it is now. */
const version = z._default(wholeNumber(0, 2_000_000_000, "Reload this review"), 0);

const draft = {
  site_id: Id,
  author: optionalText(200),
  /** 0: the site has no stars, and `recommends` says what the author thinks. */
  rating: wholeNumber(0, 5, "Select 1 to 5 stars"),
  recommends: optionalFlag,
  body: optionalText(10_000),
  published_on: required("Enter the day it was published", 10).check(
    inOrder([isDay, "Enter the day it was published"]),
  ),
};
const hasOpinion = z.check<{ rating: number; recommends?: 0 | 1 | undefined }>(({ value, issues }) => {
  if (value.rating === 0 && value.recommends === undefined)
    issues.push({ code: "custom", message: "Select a rating", path: ["rating"], input: value.rating });
});

/** All members to whom it is assigned; empty for no one. */
const ReviewAssignees = sent(
  z.pipe(
    z.transform(listInput),
    z.array(Id, { error: "Select team members" }).check(z.maxLength(50, "Select at most 50 team members")),
  ),
);

/** A review as someone copies it from its site. */
export const ReviewDraft = z.object(draft).check(hasOpinion);
export type ReviewDraft = z.infer<typeof ReviewDraft>;

/** A review before it was changed. */
const ReviewEdit = z.object({
  rating: z.nullable(z.number()),
  recommends: z.nullable(Flag),
  body: z.string(),
  at: Instant,
});

/** A reply of the past. */
const PastReply = z.object({
  body: z.string(),
  state: z.enum([...replyStates, "withdrawn", "replaced"]),
  /** Empty when someone wrote it at the site itself. */
  by: z.string(),
  changed_at: Instant,
});

/** How many reviews have so many stars. */
const StarCount = z.object({ rating: z.number(), count: z.number() });

/** A site of the location with what is known of its reviews. */
const SiteFigures = z.object({
  id: Id,
  kind: z.enum(siteKinds),
  title: z.string(),
  count: z.number(),
  /** Null without any stars, which is not 0. */
  average: z.nullable(z.number()),
  /** When a review was last added; null if none was. */
  last_added_at: z.nullable(Instant),
  /** How it is read where that happens automatically; empty where people copy reviews by hand. */
  connection: z.enum(["", ...connectionStates]),
  /** When all of its changes were last here. */
  synced_at: z.nullable(Instant),
});

export const reviews = calls("reviews", {
  table: {
    method: "POST",
    path: "/reviews/dt",
    allow: staff,
    supportAccess: "reads",
    about:
      "Reviews of the acting location, or of all of the caller's locations in a state or province, newest first, page by page.",
    table: true,
    ownTransactions: true,
    body: Filter,
    data: Review,
  },
  overview: {
    method: "GET",
    path: "/reviews",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's reviews in figures, its sites, and whom reviews can be filtered by and assigned to.",
    data: z.object({
      total: z.number(),
      open: z.number(),
      mine: z.number(),
      average: z.nullable(z.number()),
      stars: z.array(StarCount),
      /** Of the replies posted within the last 90 days; null without any. */
      median_reply_hours: z.nullable(z.number()),
      sites: z.array(SiteFigures),
      members: z.array(Assignee),
      /** The states and provinces of the caller's locations. */
      regions: z.array(z.string()),
    }),
  },
  history: {
    method: "GET",
    path: "/reviews/history/{id}",
    allow: staff,
    supportAccess: "reads",
    about: "What a review said before, and its replies, newest first.",
    params: z.object({ id: Id }),
    data: z.object({ edits: z.array(ReviewEdit), replies: z.array(PastReply) }),
  },
  invites: {
    method: "GET",
    path: "/reviews/invites/{id}",
    allow: managers,
    supportAccess: "reads",
    about:
      "The invites that may have led to a review: those sent within the 60 days before it, newest first, 50 at most.",
    params: z.object({ id: Id }),
    data: z.object({
      invites: z.array(z.object({ id: Id, customer_name: z.string(), sent_at: Instant, followed: Flag })),
    }),
  },
  add: {
    method: "POST",
    path: "/reviews/add",
    allow: managers,
    audit: "trail",
    about: "Adds a review by hand, and matches it with the invite that led to it.",
    body: ReviewDraft,
    data: Review,
    successMessage: "Review added",
  },
  update: {
    method: "POST",
    path: "/reviews/update/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Changes a review as its author did at the site. What it said before is kept; other stars make it open again.",
    ...one,
    body: z.object({ ...draft, author: sent(draft.author), body: sent(draft.body), version }).check(hasOpinion),
    successMessage: "Saved",
  },
  remove: {
    method: "DELETE",
    path: "/reviews/delete/{id}",
    allow: managers,
    audit: "trail",
    about: "Deletes a review, with its replies and its history.",
    params: z.object({ id: Id }),
    successMessage: "Review deleted",
  },
  assign: {
    method: "POST",
    path: "/reviews/assign/{id}",
    allow: managers,
    audit: "trail",
    about: "Assigns a review to members of the location, or to no one. New assignees are notified.",
    ...one,
    body: z.object({ user_ids: ReviewAssignees }),
    successMessage: "Assigned",
  },
  settle: {
    method: "POST",
    path: "/reviews/settle/{id}",
    allow: managers,
    audit: "trail",
    about: "Marks whether a review needs a reply.",
    ...one,
    body: z.object({ settled: sentFlag }),
  },
  saveDraft: {
    method: "POST",
    path: "/reviews/draft/{id}",
    allow: managers,
    audit: "own rows",
    about: "Saves a draft reply; empty removes it.",
    ...one,
    body: z.object({ body: sent(replyText) }),
  },
  reply: {
    method: "POST",
    path: "/reviews/reply/{id}",
    allow: managers,
    audit: "trail",
    about:
      "Posts or changes a reply on a connected site, or records one posted elsewhere. Refused with 409 when someone else changed the review in the meantime, and with 422 when it may reveal something about the customer, unless `anyway` is set.",
    ...one,
    body: z.object({
      body: replyText.check(inOrder([(text) => text !== "", "Write a reply"])),
      version,
      anyway: z._default(Flag, 0),
    }),
    successMessage: "Reply saved",
  },
  withdraw: {
    method: "POST",
    path: "/reviews/withdraw/{id}",
    allow: managers,
    audit: "trail",
    about: "Removes the reply from a connected site, or records that it was removed from another.",
    ...one,
    successMessage: "Reply withdrawn",
  },
  match: {
    method: "POST",
    path: "/reviews/match/{id}",
    allow: managers,
    audit: "trail",
    about: "Matches a review with the invite that led to it; with an empty invite_id, none.",
    ...one,
    body: z.object({ invite_id: sent(optionalId) }),
    successMessage: "Saved",
  },
  export: {
    method: "POST",
    path: "/reviews/export",
    allow: managers,
    audit: "trail",
    about: "The filtered reviews as a CSV file, newest first, 10,000 at most.",
    ownTransactions: true,
    body: Filter,
    data: CsvFile,
    rate: { points: 20, seconds: 600, by: "person" },
  },
});

export const reviewEvents = events({
  changed: {
    event: "reviews-changed",
    to: "location",
    about: "A review of the location arrived or changed. target_id is the review.",
    payload: z.object({ target_id: Id }),
  },
});

/** What replies to reviews with so many stars begin with, in a language. */
export const ReplyText = z.object({
  stars: z.number(),
  language: z.enum(languages),
  words: z.string(),
  /** No one has changed it. */
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
    about: "The acting location's reply templates: one for each number of stars, in each language.",
    ...all,
  },
  save: {
    method: "POST",
    path: "/review-settings/replies/{stars}/{language}",
    allow: managers,
    audit: "trail",
    about: "Sets the reply template for a number of stars, in a language.",
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
    about: "Restores the default text of one template.",
    params,
    ...all,
    successMessage: "Default restored",
  },
  forReview: {
    method: "GET",
    path: "/reviews/{id}/reply-texts",
    allow: managers,
    about:
      "The reply templates for this review, in each language, with its author and the business filled in. A recommendation counts as five stars, the opposite as one.",
    params: z.object({ id: Id }),
    data: z.object({ reply_texts: z.array(z.object({ language: z.enum(languages), text: z.string() })) }),
  },
});
