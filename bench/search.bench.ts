import { Pool } from "undici";
import { type MessageArchive, openArchive, searchTerms } from "./archive.ts";
import { startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, median, percentile, printComparisons, timeRuns } from "./comparison.ts";

/*
 * The inbox's search over HTTP: the time to the first batch of hits, for words of every frequency; and what indexing adds
 * to storing a text.
 * npm run bench search            a million messages
 * npm run bench search -- --large also ten million
 */

const large = process.argv.includes("--large");

/** Milliseconds that 95 of 100 searches may take. */
const limit = 200;

function connectSearch({ url, token }: MessageArchive) {
  const pool = new Pool(url, { connections: 1 });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  /** Pages until there is a hit or nothing is left, as the screen does. */
  const search = async (search_param: string) => {
    for (let cursor: string | undefined; ; ) {
      const body = JSON.stringify({ search_param, ...(cursor && { cursor }) });
      const response = await pool.request({ method: "POST", path: "/api/inbox/search", headers, body });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`${response.statusCode} ${text}`);
      const { data } = JSON.parse(text) as {
        data: { chats: unknown[]; messages: unknown[]; next_cursor: { messages: string | null } };
      };
      cursor = data.next_cursor.messages ?? undefined;
      if (data.chats.length + data.messages.length > 0 || !cursor) return data.messages.length;
    }
  };
  return { search, close: () => pool.close() };
}

async function measureSearches(archive: MessageArchive): Promise<boolean> {
  const { search, close } = connectSearch(archive);
  const size = archive.messages.toLocaleString("en-US");
  const cases: [string, (index: number) => string, limit?: number][] = [
    ["that a third of the messages have", () => searchTerms.third, limit],
    ["that one in a thousand has", () => searchTerms.thousandth, limit],
    ["that one in a hundred thousand has", () => searchTerms.hundredThousandth, limit],
    ["that no message has", (index) => `${searchTerms.nobody}${"qxzjk"[index % 5]}`, limit],
    ["that only the oldest third has", () => searchTerms.longAgo, limit],
    // A worst case: the other business has a fifth of all messages, and the word is in a third of those.
    ["that only another business's messages have", () => searchTerms.others],
    ["with a rare one beside it", () => `${searchTerms.third} ${searchTerms.hundredThousandth}`, limit],
    ["of three letters", (index) => ["sio", "ule", "zzz", "rsa", "oma"][index % 5] ?? "", limit],
    ["that is a customer's e-mail", (index) => `c${1 + index * 31}@example`, limit],
  ];
  console.log(`\nSearch at ${size} messages\np50 ms   p95 ms   limit   a word`);
  let passed = true;
  for (const [kind, term, limitMs] of cases) {
    await timeRuns(5, (index) => search(term(index)));
    const durations = await timeRuns(60, (index) => search(term(index)));
    const p95 = percentile(durations, 0.95);
    passed &&= limitMs === undefined || p95 <= limitMs;
    console.log(
      `${median(durations).toFixed(1).padStart(6)}   ${p95.toFixed(1).padStart(6)}   ${String(limitMs ?? "–").padEnd(5)}   ${kind}`,
    );
  }
  await close();
  return passed;
}

/** Stores texts one by one with and without indexing their words. */
async function measureIndexingCost({ pool, dealer, messages }: MessageArchive): Promise<Comparison> {
  const client = await pool.connect();
  // Reuses texts of the newer half; selecting them is not part of the measurement.
  const { rows: texts } = await client.query(
    "select chat_id, message from messages tablesample system (0.1) where dealer_id = $1 and id > $2",
    [dealer.dealer_id, messages / 2],
  );
  let next = 0;
  const store = () => {
    const { chat_id, message } = texts[next++ % texts.length];
    return client.query(
      "insert into messages (dealer_id, chat_id, is_from_customer, message, state) values ($1, $2, 1, $3, 'received')",
      [dealer.dealer_id, chat_id, message],
    );
  };
  const sides = { ours: [] as number[], peer: [] as number[] };
  try {
    for (let pair = 0; pair < 7; pair++) {
      for (const [side, switched] of [
        ["ours", "enable"],
        ["peer", "disable"],
      ] as const) {
        await client.query(`alter table messages ${switched} trigger keep_words`);
        await timeRuns(20, store);
        // The mean, because the pending list is merged into the index once in a hundred texts.
        const durations = await timeRuns(400, store);
        sides[side].push(durations.reduce((sum, one) => sum + one, 0) / durations.length);
      }
    }
  } finally {
    await client.query("alter table messages enable trigger keep_words");
    client.release();
  }
  const ratios = sides.ours.map((ours, pair) => ours / (sides.peer[pair] ?? ours));
  return {
    work: "storing a text that the search finds, against one that it doesn't",
    ratio: median(ratios),
    min: Math.min(...ratios),
    max: Math.max(...ratios),
    ours: median(sides.ours),
    peer: median(sides.peer),
  };
}

const postgres = await startBenchPostgres();
let passed = true;
for (const messages of large ? [1_000_000, 10_000_000] : [1_000_000]) {
  const archive = await openArchive(postgres.url, messages);
  passed = (await measureSearches(archive)) && passed;
  passed = printComparisons("What it costs", [await measureIndexingCost(archive)]) && passed;
  await archive.close();
}
await postgres.stop();
process.exit(passed ? 0 : 1);
