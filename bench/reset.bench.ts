import { setTimeout as pause } from "node:timers/promises";
import { type BenchInbox, openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { median, percentile, timeRuns } from "./comparison.ts";

/*
 * The response time of a password reset must not reveal whether an address is registered: for 200 registered and 200
 * unknown addresses in turn, the medians lie within 5 ms.
 */

const times = 200;
const limitMs = 5;
const tag = Date.now().toString(36);
const addressOf = (kind: "known" | "other", index: number) =>
  `${kind}-${tag}-${String(index).padStart(4, "0")}@example.com`;

/** Adds people with a phone number for codes: each gets a text and an email. */
async function addPeople({ pool, dealer }: BenchInbox, count: number): Promise<void> {
  await pool.query(
    `with added as (
       insert into users (dealer_id, first_name, last_name, email, user_type, two_factor_number)
       select $1, 'Person', 'No ' || n, 'known-' || $2 || '-' || lpad(n::text, 4, '0') || '@example.com', 'agent',
         '+1' || (2000000000 + n)
       from generate_series(0, $3::int - 1) n returning dealer_id, id, email)
     insert into logins (email, dealer_id, user_id, password_hash) select email, dealer_id, id, 'none' from added`,
    [dealer.dealer_id, tag, count],
  );
}

let requestCount = 0;

async function requestReset({ url }: BenchInbox, email: string): Promise<void> {
  requestCount += 1;
  const from = `10.0.${requestCount >> 8}.${requestCount & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const response = await fetch(`${url}/api/forgotPassword`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email }),
  });
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  await response.text();
}

const postgres = await startBenchPostgres();
const benchInbox = await openBenchInbox(postgres.url, 1);
const warm = 20;
await addPeople(benchInbox, times + warm);
const durations: Record<"known" | "other", number[]> = { known: [], other: [] };
for (let index = 0; index < times + warm; index++) {
  for (const kind of index % 2 ? (["known", "other"] as const) : (["other", "known"] as const)) {
    const [one = 0] = await timeRuns(1, () => requestReset(benchInbox, addressOf(kind, index)));
    if (index >= warm) durations[kind].push(one);
    // Lets the work after the answer finish, so that it does not slow down the next request.
    await pause(25);
  }
}
const sent = await benchInbox.pool.query(
  "select from codes join users on users.id = codes.user_id where email like $1",
  [`known-${tag}-%`],
);
await benchInbox.close();
await postgres.stop();

const [known, other] = [median(durations.known), median(durations.other)];
const difference = Math.abs(known - other);
const shown = (values: number[]) =>
  `median ${median(values).toFixed(2)} ms, p95 ${percentile(values, 0.95).toFixed(2)} ms`;
console.log(`\nAsking for a new password, ${times} times each (${sent.rowCount} codes sent)`);
console.log(`  an address that somebody has: ${shown(durations.known)}`);
console.log(`  an address that nobody has:   ${shown(durations.other)}`);
console.log(`  the medians differ by ${difference.toFixed(2)} ms; the limit is ${limitMs} ms`);
process.exit(difference <= limitMs && sent.rowCount === times + warm ? 0 : 1);
