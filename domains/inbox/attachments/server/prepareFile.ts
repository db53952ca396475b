import type { ReceivedFile } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import { attachmentField } from "../contract.ts";
import {
  isExecutable,
  isFakeImage,
  isReencodable,
  safeContentType,
  sanitizeFileName,
  withExtension,
} from "../rules.ts";
import { reencodeImage, UnreadableImage } from "./reencodeImage.ts";

/** A file ready to store. */
export interface PreparedFile {
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
export async function prepareFile(file: ReceivedFile): Promise<PreparedFile> {
  const { field } = attachmentField;
  const name = sanitizeFileName(file.name);
  if (file.bytes.length === 0) throw invalidField(field, `${name} is empty. Choose another file`);
  const sniffed = (await mimeTypeOf(file.bytes)) ?? "";
  if (isExecutable(name, sniffed)) throw invalidField(field, `${name} is a program, and programs can't be sent`);
  if (isFakeImage(name, sniffed)) {
    throw invalidField(field, `${name} isn't a picture, despite its name. Choose another file`);
  }
  if (!isReencodable(sniffed)) return { name, kind: "file", type: safeContentType(sniffed), bytes: file.bytes };
  try {
    const { bytes, type, extension } = await reencodeImage(file.bytes);
    return { name: withExtension(name, extension), kind: "image", type, bytes };
  } catch (error) {
    if (error instanceof UnreadableImage) throw invalidField(field, error.message);
    throw error;
  }
}
