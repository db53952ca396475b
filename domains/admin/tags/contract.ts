import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, required } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { sincePeriods } from "#domains/admin/clients/contract.ts";

export const OperatorTag = z.object({
  id: Id,
  tag: z.string(),
  /** Customers of all businesses whose chat has the tag. */
  total_customers: z.number(),
  /** 1: active; deleted tags are not listed. */
  status: z.literal(1),
});
export type OperatorTag = z.infer<typeof OperatorTag>;

/** Keeps every list of tags short enough to need no pages. */
export const maxTags = 300;

export const TagDraft = z.object({ name: required("Tag name is required", 60) });

export const operatorTags = calls("operatorTags", {
  table: {
    method: "POST",
    path: "/admin/tags/dt",
    allow: operator,
    about: "The tags for chats; filterBy narrows them to this month, this week or today.",
    body: z.object({ filterBy: z._default(z.catch(z.enum(sincePeriods), "all"), "all") }),
    table: true,
    data: OperatorTag,
  },
  add: {
    method: "POST",
    path: "/admin/tags/add",
    allow: operator,
    audit: "trail",
    about: "Adds a tag that every business can use right away. Its slug follows from its name.",
    body: TagDraft,
    data: z.object({ id: Id, tag: z.string(), slug: z.string() }),
    successMessage: "Tag Added!",
  },
  remove: {
    method: "POST",
    path: "/admin/tags/delete",
    allow: operator,
    audit: "trail",
    about: "Deletes a tag from every list and chat. The platform keeps a record of the chats that had it.",
    body: z.object({ id: Id }),
    successMessage: "Tag deleted!",
  },
});
