import { sql } from "kysely";
import type { Db } from "#core/server/unitOfWork.ts";

/** Inserts one attestation per phone of a file, in one statement. */
export async function insertAttestations(
  db: Db,
  attestation: { dealer_id: number; upload_id: number; user_id: number; words: string; at: Date },
  rows: readonly { phone: string; line: number }[],
): Promise<void> {
  const { dealer_id, upload_id, user_id, words, at } = attestation;
  await sql`
    insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, file_line, at)
    select ${dealer_id}, phone, 'attested', 'import', ${words}, ${user_id}, ${upload_id}, line, ${at}
    from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ line }) => line)}::integer[]) as input (phone, line)
  `.execute(db);
}

/** Withdraws all attestations of an import. */
export async function insertWithdrawals(
  db: Db,
  attestation: { dealer_id: number; upload_id: number; user_id: number; words: string; at: Date },
): Promise<void> {
  const { dealer_id, upload_id, user_id, words, at } = attestation;
  await sql`
    insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, at)
    select distinct ${dealer_id}::bigint, phone, 'withdrawn', 'import', ${words}, ${user_id}::bigint, ${upload_id}::bigint, ${at}::timestamptz
    from consent_events where dealer_id = ${dealer_id} and upload_id = ${upload_id} and event = 'attested'
  `.execute(db);
}

/** Records that the owners of these phones opted out, as a file says, and suppresses them; a phone counts once. */
export async function insertImportedOptOuts(
  db: Db,
  { dealer_id, upload_id, user_id, at }: { dealer_id: number; upload_id: number; user_id: number; at: Date },
  rows: readonly { phone: string; line: number; words: string }[],
): Promise<void> {
  await sql`
    with recorded as (
      insert into consent_events (dealer_id, phone, event, source, words, user_id, upload_id, file_line, at)
      select distinct on (phone) ${dealer_id}::bigint, phone, 'revoked', 'import', words, ${user_id}::bigint, ${upload_id}::bigint, line,
        ${at}::timestamptz
      from unnest(${rows.map(({ phone }) => phone)}::text[], ${rows.map(({ line }) => line)}::integer[],
        ${rows.map(({ words }) => words)}::text[]) as input (phone, line, words)
      order by phone, line
      returning id, phone),
    closed as (
      delete from consent_questions where dealer_id = ${dealer_id} and channel = 'sms'
        and phone in (select phone from recorded))
    insert into suppressions (dealer_id, phone, event_id, since)
    select ${dealer_id}::bigint, phone, id, ${at}::timestamptz from recorded
    on conflict (dealer_id, channel, phone) do nothing`.execute(db);
}
