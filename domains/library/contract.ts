import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { events } from "#core/event.ts";
import { Flag, Id, Instant, optionalId, optionalText, required, sent } from "#core/fields.ts";
import { maxFileBytes } from "#core/fileSize.ts";
import { staff } from "#core/people.ts";

/** The most characters of a file's name, its extension included. */
export const maxFileName = 100;
export const mostFolders = 200;
/** The files of a page. */
export const mostFiles = 48;

/** A picture or document that the location's team sends. */
export const LibraryFile = z.object({
  id: Id,
  name: z.string(),
  /** `image` is sent as a picture with a text; `file` is sent as a link below it. */
  kind: z.literal(["image", "file"]),
  /** The MIME type sniffed from its bytes. */
  type: z.string(),
  /** Bytes. */
  size: z.number(),
  /** A download address, valid for at least an hour. */
  url: z.string(),
  folder_id: z.nullable(Id),
  /** Who uploaded it. */
  created_by: z.string(),
  created_at: Instant,
  /** 1: the caller may rename, move and delete it. */
  may_change: Flag,
});
export type LibraryFile = z.infer<typeof LibraryFile>;

export const LibraryFolder = z.object({
  id: Id,
  name: z.string(),
  /** How many files are in it. */
  files: z.number(),
  may_change: Flag,
});
export type LibraryFolder = z.infer<typeof LibraryFolder>;

/** The upload's form field. */
export const libraryFileField = {
  field: "file",
  maxBytes: maxFileBytes,
  missing: "Choose a file",
  tooLarge: `Files can be up to ${maxFileBytes / 1024 / 1024} MB`,
} as const;

const folderDraft = z.object({ name: required("Enter a folder name", 60) });
const uploadRate = { points: 240, seconds: 600, by: "person" } as const;

export const library = calls("library", {
  list: {
    method: "POST",
    path: "/library",
    allow: staff,
    supportAccess: "reads",
    about: `The acting location's files, newest first, ${mostFiles} at a time; \`next\` asks for older ones.`,
    body: z.object({
      /** Only of this folder. */
      folder_id: optionalId,
      /** Only those in no folder with 1. */
      unfiled: z._default(Flag, 0),
      search: z._default(optionalText(100), ""),
      /** Only pictures with 1. */
      pictures: z._default(Flag, 0),
      /** Where the previous page ended: its `next`. */
      after: optionalId,
    }),
    data: z.object({ files: z.array(LibraryFile), next: z.nullable(Id) }),
  },
  folders: {
    method: "GET",
    path: "/library/folders",
    allow: staff,
    supportAccess: "reads",
    about:
      "The folders of the acting location's library by name, with how many files are in each, in none, and in all.",
    data: z.object({
      folders: z.array(LibraryFolder),
      unfiled: z.number(),
      files: z.number(),
      /** 0: the location's number is known not to send pictures. */
      sends_pictures: Flag,
    }),
  },
  upload: {
    method: "POST",
    path: "/library/upload",
    allow: staff,
    audit: "own rows",
    about:
      "Uploads a file to the location's library. Pictures are re-encoded upright within the carriers' limits. The same file is kept once: `existed` is 1 when it was there, and one that was deleted comes back.",
    body: z.object({ folder_id: optionalId }),
    file: libraryFileField,
    data: z.object({ file: LibraryFile, existed: Flag }),
    rate: uploadRate,
    ownTransactions: true,
  },
  change: {
    method: "POST",
    path: "/library/edit/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Renames a file, which keeps its extension, and moves it to a folder, or to none without one. Agents change their own.",
    params: z.object({ id: Id }),
    body: z.object({ name: required("Enter a name", maxFileName), folder_id: sent(optionalId) }),
    data: LibraryFile,
    successMessage: "File saved",
  },
  remove: {
    method: "DELETE",
    path: "/library/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Deletes a file; agents delete their own. Texts that carry it keep it, and so do follow-up plans. `restore` takes it back within a day.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
  },
  restore: {
    method: "POST",
    path: "/library/restore/{id}",
    allow: staff,
    audit: "trail",
    about: "Takes the deletion of a file back.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "File restored",
  },
  addFolder: {
    method: "POST",
    path: "/library/folders/add",
    allow: staff,
    audit: "own rows",
    about: "Adds a folder.",
    body: folderDraft,
    data: z.object({ id: Id }),
    successMessage: "Folder added",
  },
  renameFolder: {
    method: "POST",
    path: "/library/folders/edit/{folder_id}",
    allow: staff,
    audit: "trail",
    about: "Renames a folder; agents rename their own.",
    params: z.object({ folder_id: Id }),
    body: folderDraft,
    data: z.object({ id: Id }),
    successMessage: "Folder saved",
  },
  removeFolder: {
    method: "DELETE",
    path: "/library/folders/{folder_id}",
    allow: staff,
    audit: "trail",
    about: "Deletes a folder; agents delete their own. Its files stay, in no folder: `moved` of them.",
    params: z.object({ folder_id: Id }),
    data: z.object({ moved: z.number() }),
  },
});

export const libraryEvents = events({
  changed: {
    event: "library-changed",
    to: "location",
    about: "Files or folders of the library were added, changed or deleted.",
    payload: z.object({}),
  },
});
