import { randomBytes } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import { invalidField } from "#core/failure.ts";
import { loadSharp } from "#core/server/imageLibrary.ts";
import { mimeTypeOf } from "#core/server/mimeType.ts";
import { isReencodable, reencodeImage, UnreadableImage } from "#core/server/reencodeImage.ts";
import type { Server } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { mailPictureField, maxMailPictureSide } from "../contract.ts";
import { mailPicturePath } from "../rules.ts";

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

const yearInSeconds = 365 * 24 * 3600;

/**
 * Serves the pictures of emails at `/i/{token}.jpg`, to anyone who has the address: mail programs don't sign in. One that
 * never was and one that was removed answer alike.
 */
export function serveMailPictures({ http, within, ports }: Server): void {
  http.get("/i/*", async ({ url }, reply) => {
    const [, token] = mailPicturePath.exec(url.split("?")[0] ?? "") ?? [];
    const found =
      token === undefined
        ? undefined
        : await within.cellOf({ entry: "picture", key: token }, "a picture of an email", ({ db }) =>
            mailPictureByToken(db, token),
          );
    const file = found && (await ports.storage.get(found.storage_key));
    reply.header("x-robots-tag", "noindex").header("referrer-policy", "no-referrer");
    if (!found || !file) {
      return reply.code(404).header("cache-control", "no-store").type("text/plain").send("This picture doesn't exist.");
    }
    return (
      reply
        .header("cache-control", `public, max-age=${yearInSeconds}, immutable`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("content-disposition", "inline")
        .header("content-length", file.size)
        // Mail programs on the web show it on pages of their own.
        .header("cross-origin-resource-policy", "cross-origin")
        .type(found.type)
        .send(file.stream())
    );
  });
}

interface NewMailPicture {
  readonly dealer_id: number;
  readonly storage_key: string;
  readonly token: string;
  readonly type: string;
  readonly size: number;
  readonly created_by: number;
  readonly created_at: Date;
}

export async function insertMailPicture(db: Db, picture: NewMailPicture): Promise<void> {
  await db.insertInto("marketing_images").values(picture).execute();
}

/** Where the picture of an address lies, of whichever business. @returns undefined for an unknown or removed one. */
async function mailPictureByToken(db: Db, token: string) {
  return db
    .selectFrom("marketing_images")
    .where("token", "=", token)
    .select(["storage_key", "type"])
    .executeTakeFirst();
}

/** Those of the given addresses' tokens that lead to one of the business's pictures. */
export async function storedTokens(
  db: Db,
  dealer_id: number,
  tokens: readonly string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom("marketing_images")
    .where("dealer_id", "=", dealer_id)
    .where("token", "in", tokens)
    .select("token")
    .execute();
  return new Set(rows.map(({ token }) => token));
}

/** Keeps pictures from being removed when no template and no campaign shows them. */
export async function keepPictures(db: Db, dealer_id: number, tokens: readonly string[]): Promise<void> {
  const pictures = db.updateTable("marketing_images").set({ is_kept: 1 }).where("dealer_id", "=", dealer_id);
  await pictures.where("token", "in", tokens).execute();
}
