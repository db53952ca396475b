import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { maxFileBytes } from "#core/fileSize.ts";
import { staff } from "#core/people.ts";

/** How many files one message can carry. */
export const maxFilesPerMessage = 10;
/** Days before a customer's link to a file expires. */
export const linkDays = 30;

/** A file that belongs to a message, inbound or outbound. */
export const ChatAttachment = z.object({
  id: Id,
  name: z.string(),
  /** `image` is sent as MMS media; `file` is sent as a link below the text. */
  kind: z.literal(["image", "file"]),
  /** The MIME type sniffed from its bytes: `image/png`, `audio/mpeg`. */
  type: z.string(),
  /** A download address, valid for at least an hour. */
  url: z.string(),
  /** Bytes. */
  size: z.number(),
});
export type ChatAttachment = z.infer<typeof ChatAttachment>;

type IdListInput = readonly (number | string)[] | number | string | null | undefined;

function toArray(value: IdListInput): (number | string)[] {
  if (value === undefined || value === null || value === "") return [];
  return typeof value === "string" ? value.split(",") : ([value].flat() as (number | string)[]);
}

/** Optional ids, as an array or as one comma-separated string. */
export function idList(max: number, tooMany: string) {
  return z.optional(z.pipe(z.transform(toArray), z.array(Id).check(z.maxLength(max, tooMany))));
}

export const tooManyFilesText = `A message can have up to ${maxFilesPerMessage} files`;

/** Files uploaded earlier, in sending order. */
export const AttachmentIds = idList(maxFilesPerMessage, tooManyFilesText);

/** The upload's form field, as the specification names it. */
export const attachmentField = {
  field: "attachment_path",
  maxBytes: maxFileBytes,
  missing: "Choose a file",
  tooLarge: `Files can be up to ${maxFileBytes / 1024 / 1024} MB`,
} as const;

export const chatAttachments = calls("chatAttachments", {
  add: {
    method: "POST",
    path: "/chatAttachments/add",
    allow: staff,
    audit: "own rows",
    about:
      "Uploads a file for a chat's next message; its id goes into sendMessage's `attachment_ids`. Pictures are re-encoded upright within the carriers' limits. Unsent files are removed after a day.",
    body: z.object({ chat_id: Id }),
    file: attachmentField,
    data: ChatAttachment,
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  addFromTemplate: {
    method: "POST",
    path: "/templates/text/attach/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Attaches a template's picture to a chat's next message, as an upload of the caller's; null when the template has none. Its id goes into sendMessage's `attachment_ids`.",
    params: z.object({ id: Id }),
    body: z.object({ chat_id: Id }),
    data: z.nullable(ChatAttachment),
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  addFromLibrary: {
    method: "POST",
    path: "/library/attach/{id}",
    allow: staff,
    audit: "own rows",
    about:
      "Attaches a copy of a file of the location's library to a chat's next message, as an upload of the caller's. Its id goes into sendMessage's `attachment_ids`.",
    params: z.object({ id: Id }),
    body: z.object({ chat_id: Id }),
    data: ChatAttachment,
    rate: { points: 120, seconds: 600, by: "person" },
    ownTransactions: true,
  },
  remove: {
    method: "POST",
    path: "/chatAttachments/remove/{attachment_id}",
    allow: staff,
    audit: "none: only one's own file that was never sent",
    about: "Removes the caller's own unsent file.",
    params: z.object({ attachment_id: Id }),
  },
});
