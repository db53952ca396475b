import { randomUUID } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import type { Surroundings } from "#core/server/serve.ts";
import { squarePhoto } from "#domains/accounts/server/public.ts";

type Context = Pick<Surroundings, "ports" | "log">;

/**
 * Keeps somebody's picture while `work` makes it theirs: `work` gets its key, undefined without a picture. When it fails,
 * the picture is removed again.
 *
 * @throws Failure `invalid` at `image` for what is no picture.
 */
export async function withPhoto<T>(
  context: Context,
  dealer_id: number,
  file: ReceivedFile | undefined,
  work: (user_image: string | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return work(undefined);
  const photo = await squarePhoto(file.bytes);
  const key = `photos/${dealer_id}/${randomUUID()}`;
  await context.ports.storage.put(key, photo, "image/webp");
  try {
    return await work(key);
  } catch (error) {
    await removePhoto(context, key);
    throw error;
  }
}

/** Removes a picture that is nobody's any more; that it could not be is nothing to stop for. */
export function removePhoto({ ports, log }: Context, key: string): Promise<void> {
  return ports.storage.remove(key).catch((error: unknown) => log.warn({ err: error, key }, "a photo was not removed"));
}
