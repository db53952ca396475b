import { Pool } from "undici";
import { serveBare } from "./bare.ts";
import { type BenchInbox, openBenchInbox, startBenchPostgres } from "./benchInbox.ts";
import { type Comparison, compare, printComparisons } from "./comparison.ts";

/*
 * The chat list and opening a chat, over HTTP, against the bare queries; and how they grow.
 * npm run bench inbox            50,000 chats, a million messages
 * npm run bench inbox -- --large also 500,000 chats, ten million messages: how much slower is it there?
 */

const large = process.argv.includes("--large");

/** Posts over one keep-alive connection and reads each response whole. */
function requestsTo(url: string, token?: string) {
  const pool = new Pool(url, { connections: 1 });
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const post = async (path: string, body = {}) => {
    const response = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
    const text = await response.body.text();
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${text}`);
    return text;
  };
  return { post, close: () => pool.close() };
}

type Post = (path: string, body?: object) => Promise<string>;

const list =
  (post: Post, type = "all") =>
  () =>
    post(`/api/getAllChats/${type}/0`, { tab: "active" });
const counts = (post: Post) => () => post("/api/unreadChatcount");

/** Chat ids across the whole inbox without repetition, so that neither side has opened them before. */
function coldChats(benchInbox: BenchInbox, first = 0) {
  let next = first;
  return () => benchInbox.firstChat + ((next++ * 104_729) % benchInbox.chats);
}

async function againstBare(benchInbox: BenchInbox): Promise<Comparison[]> {
  const bare = await serveBare(benchInbox);
  const [ours, peer] = [requestsTo(benchInbox.url, benchInbox.token), requestsTo(bare.url)];
  const recent = Array.from({ length: 50 }, (_, index) => benchInbox.firstChat + index * 31);
  const size = benchInbox.chats.toLocaleString("en-US");
  const [mine, theirs] = [coldChats(benchInbox), coldChats(benchInbox, benchInbox.chats >> 1)];
  const figures = [
    await compare({
      work: `chat list at ${size} chats, against the bare query`,
      ours: list(ours.post),
      peer: () => peer.post("/chats"),
      times: 60,
    }),
    await compare({
      work: `opening a known chat at ${size} chats, against the bare query`,
      ours: (index) => ours.post(`/api/getAllChatMessages/${recent[index % 50]}`),
      peer: (index) => peer.post(`/chats/${recent[index % 50]}`),
      times: 60,
    }),
    await compare({
      work: `opening a chat nobody has opened lately at ${size} chats, against the bare query`,
      ours: () => ours.post(`/api/getAllChatMessages/${mine()}`),
      peer: () => peer.post(`/chats/${theirs()}`),
      times: 60,
    }),
  ];
  await Promise.all([ours.close(), peer.close(), bare.close()]);
  return figures;
}

async function growth(big: BenchInbox, small: BenchInbox): Promise<Comparison[]> {
  const [ours, peer] = [requestsTo(big.url, big.token), requestsTo(small.url, small.token)];
  const open = (post: typeof ours.post, id: number) => post(`/api/getAllChatMessages/${id}`);
  const [inBig, inSmall] = [coldChats(big), coldChats(small)];
  const figures = [
    await compare({
      work: "chat list: 10 million messages against 1 million",
      ours: list(ours.post),
      peer: list(peer.post),
      times: 60,
      must: 1.2,
      aim: 1.05,
    }),
    await compare({
      work: "the unread chats: 10 million messages against 1 million",
      ours: list(ours.post, "unread"),
      peer: list(peer.post, "unread"),
      times: 60,
      must: 1.2,
      aim: 1.05,
    }),
    await compare({
      work: "how many are unread and unreplied: 10 million messages against 1 million",
      ours: counts(ours.post),
      peer: counts(peer.post),
      times: 60,
      must: 1.2,
      aim: 1.05,
    }),
    await compare({
      work: "opening a known chat: 10 million messages against 1 million",
      ours: (index) => open(ours.post, big.firstChat + (index % 50) * 31),
      peer: (index) => open(peer.post, small.firstChat + (index % 50) * 31),
      times: 60,
      must: 1.2,
      aim: 1.05,
    }),
    await compare({
      work: "opening a chat nobody has opened lately: 10 million messages against 1 million",
      ours: () => open(ours.post, inBig()),
      peer: () => open(peer.post, inSmall()),
      times: 60,
      must: 2,
      aim: 1.2,
    }),
  ];
  await Promise.all([ours.close(), peer.close()]);
  return figures;
}

const postgres = await startBenchPostgres();
const small = await openBenchInbox(postgres.url, 50_000);
const openInboxes = [small];
let passed = printComparisons("A million messages", await againstBare(small));
if (large) {
  const big = await openBenchInbox(postgres.url, 500_000);
  openInboxes.push(big);
  passed = printComparisons("Ten million messages", await againstBare(big)) && passed;
  passed = printComparisons("Growth", await growth(big, small)) && passed;
}
for (const benchInbox of openInboxes) await benchInbox.close();
await postgres.stop();
process.exit(passed ? 0 : 1);
