import { randomUUID } from "node:crypto";
import type { ReceivedFile } from "#core/call.ts";
import type { Deps } from "#core/server/serve.ts";
import { squarePhoto } from "#domains/accounts/server/public.ts";

type PhotoDeps = Pick<Deps, "ports" | "log">;

/**
 * Stores an uploaded photo and passes its key to `work` (undefined without a file). Removes the photo if `work` fails.
 *
 * @throws Failure `invalid` at `image` when it is not a readable image.
 */
export async function withPhoto<T>(
  deps: PhotoDeps,
  dealer_id: number,
  file: ReceivedFile | undefined,
  work: (user_image: string | undefined) => Promise<T>,
): Promise<T> {
  if (!file) return work(undefined);
  const photo = await squarePhoto(file.bytes);
  const key = `photos/${dealer_id}/${randomUUID()}`;
  await deps.ports.storage.put(key, photo, "image/webp");
  try {
    return await work(key);
  } catch (error) {
    await removePhoto(deps, key);
    throw error;
  }
}

/** Removes an unused photo. A leftover file is harmless, so a failure is only logged. */
export function removePhoto({ ports, log }: PhotoDeps, key: string): Promise<void> {
  return ports.storage.remove(key).catch((error: unknown) => log.warn({ err: error, key }, "a photo was not removed"));
}
