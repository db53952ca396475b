import type { ReceivedFile } from "../call.ts";
import { invalidField } from "../failure.ts";
import { isExecutable, isFakeImage, safeContentType, sanitizeFileName, withExtension } from "../fileNames.ts";
import { mimeTypeOf } from "./mimeType.ts";
import { isReencodable, reencodeImage, UnreadableImage } from "./reencodeImage.ts";

/** A file ready to store. */
export interface PreparedFile {
  readonly name: string;
  readonly kind: "image" | "file";
  readonly type: string;
  readonly bytes: Uint8Array;
}

/**
 * Validates and converts an upload by its bytes, never by its name.
 *
 * @throws Failure `invalid` at the file's field.
 */
export async function prepareFile(file: ReceivedFile, field: string): Promise<PreparedFile> {
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
