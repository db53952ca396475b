import { sql } from "kysely";
import { countText } from "#core/count.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";

/**
 * Remembers which secret the phones of erased people are hashed with.
 *
 * @throws Error when it is another one now, and opt-outs of erased people would be forgotten.
 */
export async function keepPhoneKey({ db }: UnitOfWork): Promise<void> {
  const { rows } = await sql<{ is_same: boolean; opt_outs: number }>`
    with known as (
      insert into phone_keys (proof) values (phone_hash(0, ''))
      on conflict (is_only) do update set proof = phone_keys.proof returning proof
    )
    select proof = phone_hash(0, '') as is_same,
      (select count(*)::int from suppressions where erased_at is not null) as opt_outs from known`.execute(db);
  const { is_same = true, opt_outs = 0 } = rows[0] ?? {};
  if (is_same) return;
  if (opt_outs > 0) {
    throw new Error(
      `The secret key is not the one this database was used with, and opt-outs of erased people depend on it (${countText(opt_outs)}): their phones could be texted again. Start with the earlier SECRET_KEY, or restore secret.key in the data folder.`,
    );
  }
  await sql`update phone_keys set proof = phone_hash(0, '')`.execute(db);
}
