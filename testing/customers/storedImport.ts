import type { Dealership } from "#testing/dealership.ts";
import type { TestApp } from "#testing/testApp.ts";

/** Inserts a finished import. @returns the attestation to record about it. */
export async function insertFinishedImport(app: TestApp, dealer: Dealership, file_name = "leads.csv") {
  const { rows } = await app.pool.query<{ id: string; user_id: string }>(
    `insert into uploads
       (dealer_id, location_id, user_id, file_name, file_key, file_hash, size, encoding, delimiter, labels, mapping)
     select $1, $2, id, $3, '', '', 1, 'utf-8', ',', '{}', '{}' from users where dealer_id = $1 limit 1
     returning id, user_id`,
    [dealer.dealer_id, dealer.location_id, file_name],
  );
  const { dealer_id } = dealer;
  const words = "They agreed at the fair";
  return { dealer_id, upload_id: Number(rows[0]?.id), user_id: Number(rows[0]?.user_id), words };
}
