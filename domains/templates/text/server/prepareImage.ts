import { randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import { isReencodable } from "#domains/inbox/attachments/rules.ts";
import { type ReencodedImage, reencodeImage, UnreadableImage } from "#domains/inbox/attachments/server/public.ts";
import { templateImageField } from "../contract.ts";

/** A picture ready to store. */
export interface PreparedImage extends Pick<ReencodedImage, "bytes" | "type"> {
  readonly storage_key: string;
}

/**
 * Re-encodes a picture for carriers. Its bytes decide what it is; its name never does.
 *
 * @throws Failure `invalid` at the picture's field.
 */
export async function prepareImage(
  dealer_id: number,
  file: ReceivedFile,
  field: string = templateImageField.field,
): Promise<PreparedImage> {
  if (!isReencodable((await mimeTypeOf(file.bytes)) ?? "")) {
    throw invalidField(field, "This is not a picture. Choose a JPEG, PNG, WebP or GIF file");
  }
  try {
    const { bytes, type, extension } = await reencodeImage(file.bytes);
    return { bytes, type, storage_key: `m/${dealer_id}/${randomBytes(16).toString("hex")}/picture.${extension}` };
  } catch (error) {
    if (error instanceof UnreadableImage) throw invalidField(field, error.message);
    throw error;
  }
}
