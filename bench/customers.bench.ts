import Fastify from "fastify";
import { type BenchCustomers, openBenchCustomers, termOfNone, termOfOneThird } from "./benchCustomers.ts";
import { startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, compare, percentile, printComparisons, timeRuns } from "./comparison.ts";
import { poster } from "./poster.ts";

/*
 * A page of the customers' table and its search, over HTTP: 100,000 customers against a bare query, and a million
 * against 100,000. The first fill takes some minutes.
 */

interface CustomerQuery {
  /** The search text, and the sort column: 0 newest first, 1 by name. */
  readonly search?: string;
  readonly column?: 0 | 1;
}

type RunQuery = (query: CustomerQuery) => Promise<unknown>;

const columns = [{ data: "id" }, { data: "customer_name" }];

function connectTo({ url, token }: Pick<BenchCustomers, "url" | "token">): {
  run: RunQuery;
  close: () => Promise<void>;
} {
  const { post, close } = poster(url, token);
  const run: RunQuery = ({ search = "", column = 0 }) => {
    const order = [{ column, dir: column ? "asc" : "desc" }];
    return post("/api/customers/dt", { draw: 1, length: 25, columns, order, search: { value: search } });
  };
  return { run, close };
}

/** Serves the same rows by a hand-written query over the same server and driver: no sign-in, tenancy, count or validation. */
async function serveBare({ pool, dealer: { dealer_id, location_id } }: BenchCustomers) {
  const http = Fastify();
  const rows = `select c.id, first_name, last_name, customer_name, email, c.phone, other_phones, country_code, company, address,
      user_image, messages_received, messages_sent, chats.id as chat_id,
      case when exists (select from suppressions s where s.dealer_id = c.dealer_id and s.channel = 'sms'
        and s.phone = any(string_to_array(c.phone || ' ' || c.other_phones, ' '))) then 0 else 1 end as optin_status,
      (select json_agg(json_build_object('id', t.id, 'name', t.tag, 'slug', t.slug) order by t.tag)
        from chat_tags ct join tags t on t.id = ct.tag_id and t.deleted_at is null
        where ct.dealer_id = chats.dealer_id and ct.chat_id = chats.id) as tags
    from customers c left join chats on chats.dealer_id = c.dealer_id and chats.customer_id = c.id
    where c.dealer_id = $1 and c.location_id = $2 and c.deleted_at is null`;
  http.post<{ Body: CustomerQuery }>("/customers", async ({ body: { search, column } }) => {
    const order = `order by ${column ? "customer_name, c.id" : "c.id desc"} limit 25`;
    const values = [dealer_id, location_id, ...(search ? [`%${search}%`] : [])];
    const text = search ? `${rows} and search_text like $3 ${order}` : `${rows} ${order}`;
    return { status: "success", data: (await pool.query(text, values)).rows };
  });
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const { post, close } = poster(url);
  return {
    run: ((query) => post("/customers", query)) as RunQuery,
    close: async () => {
      await close();
      await http.close();
    },
  };
}

/** Last names that one in some thousands has, and unique parts of email addresses. */
function selective(index: number): string {
  const digits = String(((index * 7_919) % 90_000) + 1_000);
  const name = [...String((Number(digits) * 7_919) % 1_000_003)].map((digit) => "aeioulmnrs"[Number(digit)]).join("");
  return index % 2 ? name : `${name}${digits}@`;
}

const areas = [212, 310, 415, 512, 617, 713, 786, 818, 909, 917];

/** A whole phone number, which exactly one customer has. */
function phone(index: number): string {
  const customer = ((index * 7_919) % 90_000) + 1_000;
  return `${areas[customer % 10]}${String((customer * 7_919) % 10_000_000).padStart(7, "0")}`;
}

/** `against` limits the ratio to the bare query; searches whose hits the product must count have no such limit. */
const workloads: readonly (readonly [
  work: string,
  query: (index: number) => CustomerQuery,
  growth: number,
  against?: number,
])[] = [
  ["the newest page", () => ({}), 1.3, 3],
  ["a page by name", () => ({ column: 1 }), 1.3, 3],
  ["a selective search", (index) => ({ search: selective(index) }), 2, 3],
  ["a whole phone number", (index) => ({ search: phone(index) }), 2, 3],
  ["a search that nothing matches", () => ({ search: termOfNone }), 2],
  ["a search that a third match", () => ({ search: termOfOneThird }), 2],
];

async function againstBare(dataset: BenchCustomers): Promise<Comparison[]> {
  const [ours, peer] = [connectTo(dataset), await serveBare(dataset)];
  const figures: Comparison[] = [];
  for (const [work, query, _, must] of workloads) {
    figures.push(
      await compare({
        work: `${work}, against the bare query`,
        ours: (index) => ours.run(query(index)),
        peer: (index) => peer.run(query(index)),
        times: 40,
        ...(must && { must, aim: 1.5 }),
      }),
    );
  }
  await Promise.all([ours.close(), peer.close()]);
  return figures;
}

async function growth(big: BenchCustomers, small: BenchCustomers): Promise<Comparison[]> {
  const [ours, peer] = [connectTo(big), connectTo(small)];
  const figures: Comparison[] = [];
  for (const [work, query, must] of workloads) {
    figures.push(
      await compare({
        work: `${work}: a million against 100,000`,
        ours: (index) => ours.run(query(index)),
        peer: (index) => peer.run(query(index)),
        times: 40,
        must,
      }),
    );
  }
  await Promise.all([ours.close(), peer.close()]);
  return figures;
}

async function printPercentiles(dataset: BenchCustomers): Promise<void> {
  const { run, close } = connectTo(dataset);
  console.log(`\n${dataset.size.toLocaleString("en-US")} customers: 95 of 100 requests take at most`);
  for (const [work, query] of workloads) {
    const durations = await timeRuns(200, (index) => run(query(index)));
    console.log(`${percentile(durations, 0.95).toFixed(1).padStart(6)} ms   ${work}`);
  }
  await close();
}

const postgres = await startBenchPostgres();
const small = await openBenchCustomers(postgres.url, 100_000);
const big = await openBenchCustomers(postgres.url, 1_000_000);
const passed = [
  printComparisons("100,000 customers", await againstBare(small)),
  printComparisons("Growth", await growth(big, small)),
];
await printPercentiles(big);
for (const dataset of [small, big]) await dataset.close();
await postgres.stop();
process.exit(passed.every(Boolean) ? 0 : 1);
