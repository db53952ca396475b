import type { Handlers } from "#core/server/serve.ts";
import { assertRoomFor } from "#domains/quotas/server/public.ts";
import type { mailPictures } from "../contract.ts";
import { redrawPicture } from "./redrawPicture.ts";
import { insertMailPicture } from "./store.ts";

export const mailPictureHandlers: Handlers<typeof mailPictures> = {
  async add({ within, scope, origin, who, ports, publicUrl }, { file }) {
    const { dealer_id } = scope;
    const { bytes, type, path, token, storage_key, width, height } = await redrawPicture(dealer_id, file);
    // The row before its file, so that no file is ever without one.
    await within(scope, origin, async (unit) => {
      await assertRoomFor(unit, dealer_id, bytes.length);
      const made = { created_by: who.user_id, created_at: unit.now() };
      await insertMailPicture(unit.db, { dealer_id, storage_key, token, type, size: bytes.length, ...made });
    });
    await ports.storage.put(storage_key, bytes, type);
    return { url: publicUrl + path, width, height };
  },
};
