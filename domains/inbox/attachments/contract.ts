import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { staff } from "#core/people.ts";
import { Id } from "#core/words.ts";

/** The most that a file may be, in bytes, and how many go with one message. */
export const mostBytes = 10 * 1024 * 1024;
export const mostFiles = 10;
/** Days for which the link to a file that went to a customer works. */
export const linkDays = 30;

/** What came or goes with a message. */
export const ChatAttachment = z.object({
  id: Id,
  name: z.string(),
  /** `image`: goes as a picture with the text; `file`: a link to it stands under the text. */
  kind: z.literal(["image", "file"]),
  /** What its bytes are: `image/png`, `audio/mpeg`. */
  type: z.string(),
  /** Where a browser gets it, for an hour at least. */
  url: z.string(),
  /** In bytes. */
  size: z.number(),
});
export type ChatAttachment = z.infer<typeof ChatAttachment>;

type Ids = readonly (number | string)[] | number | string | null | undefined;

function listed(value: Ids): (number | string)[] {
  if (value === undefined || value === null || value === "") return [];
  return typeof value === "string" ? value.split(",") : ([value].flat() as (number | string)[]);
}

/** Ids that may be left out: as a list, or as one text with commas between them. */
export function idList(most: number, tooMany: string) {
  return z.optional(z.pipe(z.transform(listed), z.array(Id).check(z.maxLength(most, tooMany))));
}

export const tooManyFiles = `A message can have at most ${mostFiles} files`;

/** Files that were added before, in the order in which they go. */
export const AttachmentIds = idList(mostFiles, tooManyFiles);

/** The specification's name for the file of a form. */
export const attachmentField = {
  field: "attachment_path",
  bytes: mostBytes,
  missing: "Please choose a file",
  tooLarge: `A file can have at most ${mostBytes / 1024 / 1024} MB`,
} as const;

export const chatAttachments = calls("chatAttachments", {
  add: {
    method: "POST",
    path: "/chatAttachments/add",
    allow: staff,
    about:
      "Takes a file that is to go with a chat's next message; its id then goes into sendMessage's `attachment_ids`. Pictures are drawn anew, upright and within the carriers' limits. What isn't sent within a day is removed.",
    body: z.object({ chat_id: Id }),
    file: attachmentField,
    data: ChatAttachment,
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  remove: {
    method: "POST",
    path: "/chatAttachments/remove/{attachment_id}",
    allow: staff,
    about: "Takes a file back that one has added and not sent.",
    params: z.object({ attachment_id: Id }),
  },
});
