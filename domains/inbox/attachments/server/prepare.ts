import { fileTypeFromBuffer } from "file-type";
import type { ReceivedFile } from "#core/call.ts";
import { invalid } from "#core/failure.ts";
import { attachmentField } from "../contract.ts";
import { cleanName, isDrawable, isProgram, pretendsToBePicture, renamed, servedType } from "../rules.ts";
import { drawAnew, Undrawable } from "./drawAnew.ts";

/** A file ready to store. */
export interface Prepared {
  readonly name: string;
  readonly kind: "image" | "file";
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Validates and converts an upload. Its bytes decide what it is; its name never does.
 *
 * @throws Failure `invalid` at the file's field.
 */
export async function prepare(file: ReceivedFile): Promise<Prepared> {
  const { field } = attachmentField;
  const name = cleanName(file.name);
  if (file.bytes.length === 0) throw invalid(field, `${name} is empty. Please choose another file`);
  const sniffed = (await fileTypeFromBuffer(file.bytes))?.mime ?? "";
  if (isProgram(name, sniffed)) throw invalid(field, `${name} is a program, and programs can't be sent`);
  if (pretendsToBePicture(name, sniffed)) {
    throw invalid(field, `${name} is called a picture, but it is none. Please choose another file`);
  }
  if (!isDrawable(sniffed)) return { name, kind: "file", type: servedType(sniffed), bytes: file.bytes };
  try {
    const { bytes, type, extension } = await drawAnew(file.bytes);
    return { name: renamed(name, extension), kind: "image", type, bytes };
  } catch (error) {
    if (error instanceof Undrawable) throw invalid(field, error.message);
    throw error;
  }
}
