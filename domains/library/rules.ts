import { sanitizeFileName } from "#core/fileNames.ts";
import type { Role } from "#core/people.ts";
import { maxFileName } from "./contract.ts";

/** Whether a member may change a file or folder: their own, and as a manager everybody's. */
export const mayChange = (
  { created_by }: { readonly created_by: number },
  who: { readonly user_id: number; readonly role: Role },
): boolean => created_by === who.user_id || who.role !== "agent";

const extensionOf = (name: string) => /\.[\p{L}\p{N}]{1,10}$/u.exec(name)?.[0] ?? "";

/** A file's new name: made safe, and with the extension that it had, because that says what it is. */
export function renamedFile(name: string, typed: string): string {
  const extension = extensionOf(name);
  const clean = sanitizeFileName(typed);
  if (extension === "" || clean.toLowerCase().endsWith(extension.toLowerCase())) return clean;
  const room = maxFileName - extension.length;
  return `${clean.slice(0, room).toWellFormed().replace(/�$/, "").trimEnd()}${extension}`;
}
