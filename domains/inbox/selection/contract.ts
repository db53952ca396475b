import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { chosenId, Id, oneOf, optionalFlag, optionalId, sent } from "#core/fields.ts";
import { staff } from "#core/people.ts";

/** The most chats that one call changes. */
export const maxSelectedChats = 100;

/** The selected chats, each once. */
const SelectedChats = z.pipe(
  z.transform((value: number | string | readonly (number | string)[] | null | undefined) => {
    const ids: (number | string)[] = [value ?? []].flat();
    return [...new Map(ids.map((id) => [String(id), id])).values()];
  }),
  z
    .array(Id)
    .check(
      z.minLength(1, "Select at least one conversation"),
      z.maxLength(maxSelectedChats, `Select at most ${maxSelectedChats} conversations`),
    ),
);

/** What became of the selected chats. */
const SelectionResult = z.object({
  changed: z.number(),
  /** Those that weren't like this before. */
  changed_ids: z.array(Id),
  /** Those whose customers have been deleted meanwhile. */
  failed: z.array(Id),
});
export type SelectionResult = z.infer<typeof SelectionResult>;

export const chatSelection = calls("chatSelection", {
  assign: {
    method: "POST",
    path: "/chats/assign",
    allow: staff,
    audit: "trail",
    about: "Assigns up to 100 chats to a member, who is notified once; with an empty user_id, to nobody.",
    body: z.object({ chat_ids: SelectedChats, user_id: sent(optionalId) }),
    data: SelectionResult,
  },
  close: {
    method: "POST",
    path: "/chats/close",
    allow: staff,
    audit: "trail",
    about: "Closes up to 100 chats, or reopens them.",
    body: z.object({
      chat_ids: SelectedChats,
      is_closed: oneOf([0, 1], "Select whether to close or open the conversations"),
      /** 1 with is_closed 0 also brings back the snoozes that closing ended, unless their time has come. */
      undo: optionalFlag,
    }),
    data: SelectionResult,
  },
  tag: {
    method: "POST",
    path: "/chats/tag",
    allow: staff,
    audit: "trail",
    about: "Adds a tag to up to 100 chats. Those that have it already stay as they are.",
    body: z.object({ chat_ids: SelectedChats, tag_id: chosenId("Please select a tag to add!") }),
    data: SelectionResult,
  },
});
