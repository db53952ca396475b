import { randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import { loadSharp } from "#core/server/imageLibrary.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import { isReencodable } from "#domains/inbox/attachments/rules.ts";
import { reencodeImage, UnreadableImage } from "#domains/inbox/attachments/server/public.ts";
import { mailPictureField, maxMailPictureSide } from "../contract.ts";

/** Large pictures make slow mails, and readers pay for them on the road. */
const limits = { side: maxMailPictureSide, bytes: 200_000 };

/**
 * Redraws a picture for mail programs. Its bytes decide what it is; its name never does.
 *
 * @throws Failure `invalid` at the picture's field.
 */
export async function redrawPicture(dealer_id: number, file: ReceivedFile) {
  const { field } = mailPictureField;
  if (!isReencodable((await mimeTypeOf(file.bytes)) ?? "")) {
    throw invalidField(field, "This is not a picture. Choose a JPEG, PNG, WebP or GIF file");
  }
  try {
    const { bytes, type, extension } = await reencodeImage(file.bytes, limits);
    const { width, height } = await (await loadSharp())(bytes).metadata();
    const token = randomBytes(16).toString("hex");
    // The storage's own name is another one: who has the address learns nothing about where the file lies.
    const storage_key = `m/${dealer_id}/${randomBytes(16).toString("hex")}/picture.${extension}`;
    return { bytes, type, token, storage_key, path: `/i/${token}.${extension}`, width, height };
  } catch (error) {
    if (error instanceof UnreadableImage) throw invalidField(field, error.message);
    throw error;
  }
}
