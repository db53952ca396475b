import type { LocationKey } from "#core/people.ts";
import type { Handlers } from "#core/server/serve.ts";
import { signedLink } from "#core/server/signedLink.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { senderNumber } from "#domains/locations/server/numberStore.ts";
import type { numberSwap } from "../contract.ts";
import { numbersBySource, type SourceNumber } from "../rules.ts";

export const numberSwapHandlers: Handlers<typeof numberSwap> = {
  async script({ db, scope, secret, publicUrl }) {
    const { dealer_id, location_id } = scope;
    const number = (await senderNumber(db, dealer_id, location_id)) ?? "";
    const sources = numbersBySource(await activeNumbers(db, scope)).map(({ source }) => source);
    return { url: `${publicUrl}/w/swap.js`, token: signedLink(secret, "n", dealer_id, location_id), number, sources };
  },
};

/** The location's tracking numbers that take calls, the oldest first. */
export async function activeNumbers(db: Db, { dealer_id, location_id }: LocationKey): Promise<SourceNumber[]> {
  const rows = await db
    .selectFrom("tracking_numbers")
    .where("dealer_id", "=", dealer_id)
    .where("location_id", "=", location_id)
    .where("state", "=", "active")
    .select(["source", "number"])
    .orderBy("id")
    .execute();
  return rows.flatMap(({ source, number }) => (number === null ? [] : [{ source, number }]));
}
