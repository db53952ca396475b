import type pg from "pg";
import type { SimulatorNumber } from "#simulator/contract.ts";

/** A mail in the simulator's mailbox. */
export interface SimulatedMail {
  readonly id: number;
  readonly from: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly at: Date;
}

/** The 500 newest mails to one address or to all, newest last. */
export async function listMails(pool: pg.Pool, to: string | undefined): Promise<SimulatedMail[]> {
  const { rows } = await pool.query<SimulatedMail>(
    `select * from (
       select id::float8 as id, "from", "to", subject, text, html, headers, at from simulated_mails
       where $1::text is null or lower("to") = lower($1) order by simulated_mails.id desc limit 500
     ) newest order by id`,
    [to?.trim() || null],
  );
  return rows;
}

/** One sent mail; undefined without it. */
export async function findMail(pool: pg.Pool, id: number): Promise<SimulatedMail | undefined> {
  const { rows } = await pool.query<SimulatedMail>(
    'select id::float8 as id, "from", "to", subject, text, html, headers, at from simulated_mails where id = $1',
    [id],
  );
  return rows[0];
}

/** The dealerships' numbers, which phones can text and call: of each location its main one, then those of its sources. */
export async function listNumbers(pool: pg.Pool): Promise<SimulatorNumber[]> {
  const { rows } = await pool.query<SimulatorNumber>(
    `select n.number, d.business_name, concat_ws(' · ', l.title, t.source) as location
     from phone_numbers n
     join dealers d on d.id = n.dealer_id
     join locations l on l.dealer_id = n.dealer_id and l.id = n.location_id
     left join tracking_numbers t on t.dealer_id = n.dealer_id and t.number = n.number and t.state <> 'released'
     order by d.id, l.id, n.kind, n.number limit 1000`,
  );
  return rows;
}

export async function isDealershipNumber(pool: pg.Pool, number: string): Promise<boolean> {
  const { rowCount } = await pool.query("select 1 from phone_numbers where number = $1", [number]);
  return rowCount === 1;
}

/** The path at which a mail's reader unsubscribes; undefined for a mail of no list. */
export async function unsubscribePath(pool: pg.Pool, id: number): Promise<string | undefined> {
  const { rows } = await pool.query<{ list: string | null }>(
    "select headers ->> 'List-Unsubscribe' as list from simulated_mails where id = $1",
    [id],
  );
  const [, address] = /^<(https?:[^>]+)>/.exec(rows[0]?.list ?? "") ?? [];
  return address && URL.canParse(address) ? new URL(address).pathname : undefined;
}
