import { Pool } from "undici";
import { type Archive, openArchive, words } from "./archive.ts";
import { type Figure, median, percentile, print, timed } from "./figures.ts";
import { startGround } from "./town.ts";

/*
 * The inbox's search over HTTP: how long until the first batch of what was found is there, for words of every frequency;
 * and what it costs a text to be found later.
 * npm run bench search            a million messages
 * npm run bench search -- --large also ten million
 */

const large = process.argv.includes("--large");

/** Milliseconds that 95 of 100 searches may take. */
const limit = 200;

function searchesOf({ url, token }: Archive) {
  const pool = new Pool(url, { connections: 1 });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  /** Asks until something is found, or all was looked through: as the screen does. */
  const search = async (search_param: string) => {
    for (let cursor: string | undefined; ; ) {
      const body = JSON.stringify({ search_param, ...(cursor && { cursor }) });
      const answer = await pool.request({ method: "POST", path: "/api/inbox/search", headers, body });
      const text = await answer.body.text();
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode} ${text}`);
      const { data } = JSON.parse(text) as {
        data: { chats: unknown[]; messages: unknown[]; next_cursor: { messages: string | null } };
      };
      cursor = data.next_cursor.messages ?? undefined;
      if (data.chats.length + data.messages.length > 0 || !cursor) return data.messages.length;
    }
  };
  return { search, close: () => pool.close() };
}

async function searches(archive: Archive): Promise<boolean> {
  const { search, close } = searchesOf(archive);
  const size = archive.messages.toLocaleString("en-US");
  const kinds: [string, (index: number) => string, limit?: number][] = [
    ["that a third of the messages have", () => words.third, limit],
    ["that one in a thousand has", () => words.thousandth, limit],
    ["that one in a hundred thousand has", () => words.hundredThousandth, limit],
    ["that no message has", (index) => `${words.nobody}${"qxzjk"[index % 5]}`, limit],
    ["that only the oldest third has", () => words.longAgo, limit],
    // As far from real words as can be: the other business has a fifth of all messages, and this word in a third of them.
    ["that only another business's messages have", () => words.others],
    ["with a rare one beside it", () => `${words.third} ${words.hundredThousandth}`, limit],
    ["of three letters", (index) => ["sio", "ule", "zzz", "rsa", "oma"][index % 5] ?? "", limit],
    ["that is a customer's e-mail", (index) => `c${1 + index * 31}@example`, limit],
  ];
  console.log(`\nSearch at ${size} messages\np50 ms   p95 ms   limit   a word`);
  let good = true;
  for (const [kind, term, most] of kinds) {
    await timed(5, (index) => search(term(index)));
    const taken = await timed(60, (index) => search(term(index)));
    const p95 = percentile(taken, 0.95);
    good &&= most === undefined || p95 <= most;
    console.log(
      `${median(taken).toFixed(1).padStart(6)}   ${p95.toFixed(1).padStart(6)}   ${String(most ?? "–").padEnd(5)}   ${kind}`,
    );
  }
  await close();
  return good;
}

/** Texts that are stored one by one, with the words that the search looks through and without. */
async function costOfText({ pool, dealer, messages }: Archive): Promise<Figure> {
  const client = await pool.connect();
  // Texts of the newer half are written again; looking for them is no part of storing them.
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
        await timed(20, store);
        // The mean: what waits is put into the index once in a hundred texts.
        const taken = await timed(400, store);
        sides[side].push(taken.reduce((sum, one) => sum + one, 0) / taken.length);
      }
    }
  } finally {
    await client.query("alter table messages enable trigger keep_words");
    client.release();
  }
  const ratios = sides.ours.map((ours, pair) => ours / (sides.peer[pair] ?? ours));
  return {
    work: "storing a text that the search finds, against one that it doesn't",
    ...{ ratio: median(ratios), min: Math.min(...ratios), max: Math.max(...ratios) },
    ...{ ours: median(sides.ours), peer: median(sides.peer) },
  };
}

const ground = await startGround();
let good = true;
for (const messages of large ? [1_000_000, 10_000_000] : [1_000_000]) {
  const archive = await openArchive(ground.url, messages);
  good = (await searches(archive)) && good;
  good = print("What it costs", [await costOfText(archive)]) && good;
  await archive.close();
}
await ground.stop();
process.exit(good ? 0 : 1);
