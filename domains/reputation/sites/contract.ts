import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, oneOf, optionalName, required } from "#core/fields.ts";
import { owner, staff } from "#core/people.ts";
import { linkProblem, siteKinds } from "./fields.ts";

export const maxSites = 12;

/** A site at which customers can review the location. */
export const ReviewSite = z.object({
  id: Id,
  kind: z.enum(siteKinds),
  /** Of a site of the business's own choice; empty for the known ones. */
  title: z.string(),
  write_url: z.string(),
  is_shown: z.literal([0, 1]),
  /** Invites that led there. */
  invites_followed: z.number(),
});
export type ReviewSite = z.infer<typeof ReviewSite>;

export const ReviewSiteDraft = z
  .object({
    kind: z.enum(siteKinds, { error: "Select a site" }),
    title: optionalName(60),
    write_url: required("Paste the link to your review form", 1000),
    is_shown: oneOf([0, 1], "Choose whether customers see it"),
  })
  .check(
    z.check(({ value, issues }) => {
      const problem = value.write_url === "" ? undefined : linkProblem(value.kind, value.write_url);
      if (problem) issues.push({ code: "custom", message: problem, path: ["write_url"], input: value.write_url });
      if (value.kind === "other" && value.title === "")
        issues.push({ code: "custom", message: "Enter the name of the site", path: ["title"], input: value.title });
    }),
  );
export type ReviewSiteDraft = z.infer<typeof ReviewSiteDraft>;

export const reviewSites = calls("reviewSites", {
  all: {
    method: "GET",
    path: "/review-sites",
    allow: staff,
    supportAccess: "reads",
    about: "The acting location's review sites, in the order in which its page for reviews offers them.",
    data: z.object({ sites: z.array(ReviewSite) }),
  },
  add: {
    method: "POST",
    path: "/review-sites/add",
    allow: owner,
    audit: "trail",
    about: "Adds a review site by its link, as the last one.",
    body: ReviewSiteDraft,
    data: ReviewSite,
    successMessage: "Review site added",
  },
  update: {
    method: "POST",
    path: "/review-sites/update/{id}",
    allow: owner,
    audit: "trail",
    about: "Changes a review site; every field is replaced.",
    params: z.object({ id: Id }),
    body: ReviewSiteDraft,
    data: ReviewSite,
    successMessage: "Saved",
  },
  move: {
    method: "POST",
    path: "/review-sites/move/{id}",
    allow: owner,
    audit: "trail",
    about: "Moves a review site up (-1) or down (1) by one place; at the end it stays where it is.",
    params: z.object({ id: Id }),
    body: z.object({ by: oneOf([-1, 1], "Choose up or down") }),
    data: z.object({ sites: z.array(ReviewSite) }),
  },
  remove: {
    method: "DELETE",
    path: "/review-sites/delete/{id}",
    allow: owner,
    audit: "trail",
    about: "Removes a review site. Invites that led there keep its name.",
    params: z.object({ id: Id }),
    successMessage: "Review site removed",
  },
});
