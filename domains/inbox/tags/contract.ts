import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { chosenId, Id } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { Tag } from "#domains/tags/contract.ts";

/** A tag with the number of the acting location's customers who have it. */
export const CountedTag = z.extend(Tag, { customer_count: z.number() });
export type CountedTag = z.infer<typeof CountedTag>;

export const chatTags = calls("chatTags", {
  all: {
    method: "POST",
    path: "/chatTags/get",
    allow: staff,
    supportAccess: "reads",
    about: "All tags, each with the number of the location's customers.",
    data: z.array(CountedTag),
  },
  ofChat: {
    method: "POST",
    path: "/chatTags/get/{chat_id}",
    allow: staff,
    supportAccess: "reads",
    about: "A chat's tags, and the tags it doesn't have.",
    params: z.object({ chat_id: Id }),
    data: z.object({ my_tags: z.array(Tag), other_tags: z.array(Tag) }),
  },
  add: {
    method: "POST",
    path: "/chatTags/add",
    allow: staff,
    audit: "own rows",
    about: "Adds a tag to a chat. Repeating it changes nothing.",
    body: z.object({ chat_id: Id, tag_id: chosenId("Please select a tag to add!") }),
    successMessage: "Tag Added!",
  },
  remove: {
    method: "GET",
    path: "/chatTags/delete/{chat_id}/{tag_id}",
    allow: staff,
    audit: "none: a tag is put back with a click",
    about: "Removes a tag from a chat. Repeating it changes nothing.",
    params: z.object({ chat_id: Id, tag_id: Id }),
    successMessage: "Tag deleted!",
  },
  clearUnreplied: {
    method: "GET",
    path: "/chatTags/clear/{chat_id}/unreplied",
    allow: staff,
    audit: "none: what the customer wrote stays in sight",
    about: "Marks a chat as replied without a reply. The customer's next text makes it unreplied again.",
    params: z.object({ chat_id: Id }),
    successMessage: "Tag cleared!",
  },
});

export const chatTagEvents = events({
  changed: {
    event: "chat-tags-changed",
    to: "location",
    about: "A tag was put on a chat or taken off. target_id is the chat.",
    payload: z.object({ target_id: Id, tag_id: Id }),
  },
});
