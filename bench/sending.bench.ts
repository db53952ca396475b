import { parseArgs } from "node:util";
import { Pool } from "undici";

/*
 * A browser that was offline sends 70 texts of 70 chats at once, while jobs deliver them: when the first and the last of
 * them is answered.
 * npm run bench sending
 * node bench/sending.bench.ts --url=http://127.0.0.1:3000 --email=… --password=…   a Rooftop that runs, of any version
 */

const textCount = 70;
const burstCount = 7;
/** Between bursts, so that one's deliveries end before the next begins. */
const restMs = 4_000;

const options = { url: { type: "string" }, email: { type: "string" }, password: { type: "string" } } as const;
const { values } = parseArgs({ options, strict: false });
const app = values.url ? undefined : await startApp();
const connections = new Pool(String(values.url ?? app?.url), { connections: textCount });
const headers: Record<string, string> = { "content-type": "application/json" };

/** The app over 50,000 chats, with its jobs. */
async function startApp() {
  const { pino } = await import("pino");
  const { createRealtime } = await import("#ports/realtime/socketio.ts");
  const { startDomainWorkers } = await import("#server/domains.ts");
  const { openBenchInbox, openBenchJobs, startBenchPostgres } = await import("./benchInbox.ts");
  const log = pino({ level: "silent" });
  const postgres = await startBenchPostgres();
  const { jobs, stop } = await openBenchJobs(postgres.url, 50_000);
  const inbox = await openBenchInbox(postgres.url, 50_000, { realtime: createRealtime({ log }), jobs });
  await jobs.start({ worker: true });
  await startDomainWorkers(inbox.jobServer);
  const close = async () => {
    await stop();
    await inbox.close();
    await postgres.stop();
  };
  return { url: inbox.url, email: inbox.owner, password: inbox.password, close };
}

async function post<Data>(path: string, body: object): Promise<Data> {
  const response = await connections.request({ method: "POST", path, headers, body: JSON.stringify(body) });
  const answer = (await response.body.json()) as { status: string; message: string; data: Data };
  if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${answer.message}`);
  return answer.data;
}

async function signIn(): Promise<void> {
  const person = { email: values.email ?? app?.email, password: values.password ?? app?.password, remember_me: 1 };
  const { access_token } = await post<{ access_token: string }>("/api/login", person);
  headers.authorization = `Bearer ${access_token}`;
}

interface ChatPage {
  readonly allActiveChats: { readonly id: number; readonly customer: { readonly optin_status: 0 | 1 } }[];
  readonly next_cursor: { readonly active: string | null };
}

/** The newest chats in which something can be sent. */
async function newestChats(): Promise<number[]> {
  const ids: number[] = [];
  let cursor = "";
  while (ids.length < textCount) {
    const page = await post<ChatPage>("/api/getAllChats/all/0", { tab: "active", ...(cursor && { cursor }) });
    ids.push(...page.allActiveChats.filter(({ customer }) => customer.optin_status === 1).map(({ id }) => id));
    if (!page.next_cursor.active) break;
    cursor = page.next_cursor.active;
  }
  if (ids.length < textCount) throw new Error(`There are ${ids.length} chats to send in, and ${textCount} are needed.`);
  return ids.slice(0, textCount);
}

interface Burst {
  readonly first: number;
  readonly all: number;
}

async function sendAtOnce(chats: readonly number[]): Promise<Burst> {
  const began = performance.now();
  const answered = chats.map(async (chat_id, index) => {
    await post("/api/sendMessage", { chat_id, message: `Text ${index}`, client_id: crypto.randomUUID() });
    return performance.now() - began;
  });
  const times = await Promise.all(answered);
  await new Promise((resolve) => setTimeout(resolve, restMs));
  return { first: Math.min(...times), all: Math.max(...times) };
}

const middle = (times: readonly number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

await signIn();
const chats = await newestChats();
// The first ones warm up.
for (let count = 0; count < 2; count++) await sendAtOnce(chats);
const bursts: Burst[] = [];
for (let count = 0; count < burstCount; count++) bursts.push(await sendAtOnce(chats));
const all = middle(bursts.map((burst) => burst.all));
const first = middle(bursts.map((burst) => burst.first));
const each = bursts.map((burst) => burst.all.toFixed(0)).join(", ");
console.log(
  `\n${textCount} texts at once: all answered in ${all.toFixed(0)} ms (${each}), the first in ${first.toFixed(0)}`,
);
console.log(`${((1_000 * textCount) / all).toFixed(0)} a second`);
await connections.close();
await app?.close();
process.exit(0);
