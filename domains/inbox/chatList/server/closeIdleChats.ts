import { sql } from "kysely";
import type { Server } from "#core/server/serve.ts";
import { idleDays } from "../rules.ts";

/** Moves every dealer's chats without activity for `idleDays` to In-Active. */
export async function closeIdleChats({ within }: Pick<Server, "within">): Promise<void> {
  await within.platform("close idle chats", async ({ db, now }) => {
    await db
      .updateTable("chats")
      .set({ is_closed: 1 })
      .where("is_closed", "=", 0)
      .where(sql<boolean>`chat_time < ${now()}::timestamptz - make_interval(days => ${idleDays})`)
      .execute();
  });
}
