import { setTimeout as pause } from "node:timers/promises";
import { median, percentile, timed } from "./figures.ts";
import { openTown, startGround, type Town } from "./town.ts";

/*
 * Asking for a new password must not tell by its time whether somebody has the address: of 200 addresses that somebody
 * has and 200 that nobody has, asked in turn, the medians lie within 5 ms.
 */

const times = 200;
const most = 5;
const tag = Date.now().toString(36);
const addressOf = (kind: "known" | "other", index: number) =>
  `${kind}-${tag}-${String(index).padStart(4, "0")}@example.com`;

/** People who can sign in, with a number for codes: they get a text and a mail each. */
async function addPeople({ pool, dealer }: Town, count: number): Promise<void> {
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

let asked = 0;

async function ask({ url }: Town, email: string): Promise<void> {
  asked += 1;
  const from = `10.0.${asked >> 8}.${asked & 255}`;
  const headers = { "content-type": "application/json", "x-forwarded-for": from };
  const answer = await fetch(`${url}/api/forgotPassword`, { method: "POST", headers, body: JSON.stringify({ email }) });
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`);
  await answer.text();
}

const ground = await startGround();
const town = await openTown(ground.url, 1);
const warm = 20;
await addPeople(town, times + warm);
const taken: Record<"known" | "other", number[]> = { known: [], other: [] };
for (let index = 0; index < times + warm; index++) {
  for (const kind of index % 2 ? (["known", "other"] as const) : (["other", "known"] as const)) {
    const [one = 0] = await timed(1, () => ask(town, addressOf(kind, index)));
    if (index >= warm) taken[kind].push(one);
    // What follows the answer shall not slow down the next one.
    await pause(25);
  }
}
const sent = await town.pool.query("select from codes join users on users.id = codes.user_id where email like $1", [
  `known-${tag}-%`,
]);
await town.close();
await ground.stop();

const [known, other] = [median(taken.known), median(taken.other)];
const difference = Math.abs(known - other);
const shown = (values: number[]) =>
  `median ${median(values).toFixed(2)} ms, p95 ${percentile(values, 0.95).toFixed(2)} ms`;
console.log(`\nAsking for a new password, ${times} times each (${sent.rowCount} codes sent)`);
console.log(`  an address that somebody has: ${shown(taken.known)}`);
console.log(`  an address that nobody has:   ${shown(taken.other)}`);
console.log(`  the medians differ by ${difference.toFixed(2)} ms; the limit is ${most} ms`);
process.exit(difference <= most && sent.rowCount === times + warm ? 0 : 1);
