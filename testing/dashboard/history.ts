import type pg from "pg";
import type { Dealership } from "#testing/dealership.ts";

/** Numbers from 0 to 1, the same for the same seed. */
export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const day = 86_400_000;

/** Instants of the last 400 days, mostly recent, some at midnight in New York. */
export function instantsBefore(now: Date, random: () => number) {
  return (most = 400): Date => {
    const at = now.getTime() - Math.floor(most * day * random() ** 4);
    if (random() > 0.1) return new Date(at);
    const hours = new Date(at).setUTCHours(random() < 0.5 ? 4 : 5, 0, 0, 0) - Math.floor(2 * random());
    return new Date(Math.min(hours, now.getTime()));
  };
}

interface HistorySettings {
  readonly now: Date;
  readonly seed: number;
  readonly customers: number;
  readonly messages: number;
}

/** Fills a business's two locations with random customers, conversations, appointments and opt-outs, by plain SQL. */
export async function makeHistory(pool: pg.Pool, dealer: Dealership, settings: HistorySettings): Promise<void> {
  const { now, seed } = settings;
  const random = seededRandom(seed);
  const instant = instantsBefore(now, random);
  const one = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows[0];
  const pick = <T>(values: readonly T[]): T => values[Math.floor(values.length * random())] as T;
  const { dealer_id } = dealer;
  const { rows: people } = await pool.query("select id from users where dealer_id = $1 order by id", [dealer_id]);
  const locationIds = [dealer.location_id, dealer.location_id, dealer.otherLocation_id];
  const chats: { id: number; location_id: number; customer_id: number; created_at: Date }[] = [];
  for (let count = 0; count < settings.customers; count++) {
    const [location_id, created_at] = [pick(locationIds), instant()];
    const source = pick(["own", "own", "staff", "import"]);
    const phone = `+1212${String(5_550_000 + seed * 500 + count)}`;
    const customer = await one(
      `insert into customers (dealer_id, location_id, first_name, last_name, phone, created_at, created_by, upload_id, deleted_at)
       values ($1, $2, 'Customer', $3, $4, $5, $6, $7, $8) returning id::float8`,
      [
        dealer_id,
        location_id,
        String(count),
        phone,
        created_at,
        source === "staff" ? pick(people).id : null,
        source === "import" ? 1 : null,
        random() < 0.1 ? now : null,
      ],
    );
    if (random() < 0.8) {
      const chat = await one(
        `insert into chats (dealer_id, location_id, customer_id) values ($1, $2, $3) returning id::float8`,
        [dealer_id, location_id, customer.id],
      );
      chats.push({ id: chat.id, location_id, customer_id: customer.id, created_at });
    }
    for (let made = 0; made < 3; made++) {
      if (random() < 0.5) continue;
      const created = instant(100);
      const datetime = new Date(created.getTime() + Math.floor(20 * day * random() ** 2));
      await pool.query(
        `insert into appointments (dealer_id, location_id, title, type, customer_id, datetime, status, created_by, created)
         values ($1, $2, 'Visit', $3, $4, $5, $6, $7, $8) on conflict do nothing`,
        [dealer_id, location_id, pick([0, 1]), customer.id, datetime, pick([0, 1, 2]), pick(people).id, created],
      );
    }
    const event = pick(["revoked", "revoked", "granted", ""]);
    if (event) {
      await pool.query(
        "insert into consent_events (dealer_id, phone, event, source, at) values ($1, $2, $3, 'keyword', $4)",
        [dealer_id, random() < 0.8 ? phone : "+12125559999", event, instant()],
      );
    }
  }
  await addMessages(pool, dealer, chats, { now, random, count: settings.messages });
}

interface ChatRef {
  readonly id: number;
  readonly location_id: number;
}

/** Adds messages in time order, with responses, and updates the chats' summary columns. */
export async function addMessages(
  pool: pg.Pool,
  { dealer_id }: Pick<Dealership, "dealer_id">,
  chats: readonly ChatRef[],
  { now, random, count, days = 400 }: { now: Date; random: () => number; count: number; days?: number },
): Promise<void> {
  const instant = instantsBefore(now, random);
  const { rows: people } = await pool.query("select id from users where dealer_id = $1 order by id", [dealer_id]);
  // Distinct times: with a tie the last message would be ambiguous.
  const times = [
    ...new Set(Array.from({ length: count }, () => Math.max(instant(days).getTime(), now.getTime() - days * day))),
  ].sort((one, two) => one - two);
  for (const time of times) {
    const at = new Date(time);
    const chat = chats[Math.floor(chats.length * random())] as ChatRef;
    const isFrom = random() < 0.5 ? 1 : 0;
    const author = isFrom || random() < 0.2 ? null : people[Math.floor(people.length * random())].id;
    const { rows } = await pool.query(
      `insert into messages (dealer_id, chat_id, is_from_customer, message, user_id, state, datetime)
       values ($1, $2, $3, $4, $5, $6, $7) returning id`,
      [dealer_id, chat.id, isFrom, isFrom ? "Is it there?" : "It is", author, isFrom ? "received" : "failed", at],
    );
    if (author !== null && random() < 0.5) {
      await pool.query(
        `insert into responses (dealer_id, location_id, chat_id, message_id, user_id, waiting_since, answered_at, business_seconds)
         values ($1, $2, $3, $4, $5, $6, $6, $7)`,
        [dealer_id, chat.location_id, chat.id, rows[0].id, author, at, Math.floor(20_000 * random() ** 3)],
      );
    }
  }
  await pool.query(
    `update chats set
       latest_chat_message_received_time = (select max(datetime) from messages m where m.chat_id = chats.id and is_from_customer = 1),
       latest_chat_message_sent_time = (select max(datetime) from messages m where m.chat_id = chats.id and is_from_customer = 0),
       new_message_count = case when chats.id % 3 = 0 then
         least(chats.id % 5, (select count(*) from messages m where m.chat_id = chats.id and is_from_customer = 1)) else 0 end,
       is_closed = case when chats.id % 7 = 0 then 1 else 0 end,
       is_replied = case when chats.id % 4 = 0 then 0 else 1 end,
       waiting_since = case when chats.id % 4 = 0 then now() end
     where dealer_id = $1`,
    [dealer_id],
  );
}
