import Fastify from "fastify";
import { Pool } from "undici";
import { aThird, type Crowd, nobody, openCrowd } from "./crowd.ts";
import { compare, type Figure, percentile, print, timed } from "./figures.ts";
import { startGround } from "./town.ts";

/*
 * A page of the customers' table and its search, over HTTP: 100,000 customers against the least that could answer, and a
 * million against 100,000. The first fill takes some minutes.
 */

interface Asked {
  /** What is looked for, and the column it is sorted by: 0 the newest, 1 the name. */
  readonly search?: string;
  readonly column?: 0 | 1;
}

type Ask = (asked: Asked) => Promise<unknown>;

function poster(url: string, token?: string) {
  const pool = new Pool(url, { connections: 1 });
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) };
  const post = async (path: string, body: object) => {
    const answer = await pool.request({ method: "POST", path, headers, body: JSON.stringify(body) });
    const text = await answer.body.text();
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${text}`);
    return text;
  };
  return { post, close: () => pool.close() };
}

const columns = [{ data: "id" }, { data: "customer_name" }];

function asksOf({ url, token }: Pick<Crowd, "url" | "token">): { ask: Ask; close: () => Promise<void> } {
  const { post, close } = poster(url, token);
  const ask: Ask = ({ search = "", column = 0 }) => {
    const order = [{ column, dir: column ? "asc" : "desc" }];
    return post("/api/customers/dt", { draw: 1, length: 25, columns, order, search: { value: search } });
  };
  return { ask, close };
}

/** The same rows by a hand-written statement over the same server and driver: no sign-in, tenancy, count or check. */
async function serveBare({ pool, dealer: { dealer_id, location_id } }: Crowd) {
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
  http.post<{ Body: Asked }>("/customers", async ({ body: { search, column } }) => {
    const order = `order by ${column ? "customer_name, c.id" : "c.id desc"} limit 25`;
    const values = [dealer_id, location_id, ...(search ? [`%${search}%`] : [])];
    const text = search ? `${rows} and search_text like $3 ${order}` : `${rows} ${order}`;
    return { status: "success", data: (await pool.query(text, values)).rows };
  });
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  const { post, close } = poster(url);
  return {
    ask: ((asked) => post("/customers", asked)) as Ask,
    close: async () => {
      await close();
      await http.close();
    },
  };
}

/** Last names that one in some thousands has, and parts of e-mail addresses that nobody else has. */
function selective(index: number): string {
  const digits = String(((index * 7_919) % 90_000) + 1_000);
  const name = [...String((Number(digits) * 7_919) % 1_000_003)].map((digit) => "aeioulmnrs"[Number(digit)]).join("");
  return index % 2 ? name : `${name}${digits}@`;
}

const areas = [212, 310, 415, 512, 617, 713, 786, 818, 909, 917];

/** Whole phone numbers, each of one customer. */
function phone(index: number): string {
  const of = ((index * 7_919) % 90_000) + 1_000;
  return `${areas[of % 10]}${String((of * 7_919) % 10_000_000).padStart(7, "0")}`;
}

/** `against` the bare query, which counts nothing: no limit where we count what it leaves out. */
const works: readonly (readonly [work: string, asked: (index: number) => Asked, growth: number, against?: number])[] = [
  ["the newest page", () => ({}), 1.3, 3],
  ["a page by name", () => ({ column: 1 }), 1.3, 3],
  ["a selective search", (index) => ({ search: selective(index) }), 2, 3],
  ["a whole phone number", (index) => ({ search: phone(index) }), 2, 3],
  ["a search that nothing matches", () => ({ search: nobody }), 2],
  ["a search that a third match", () => ({ search: aThird }), 2],
];

async function againstBare(crowd: Crowd): Promise<Figure[]> {
  const [ours, peer] = [asksOf(crowd), await serveBare(crowd)];
  const figures: Figure[] = [];
  for (const [work, asked, _, must] of works) {
    figures.push(
      await compare({
        work: `${work}, against the bare query`,
        ours: (index) => ours.ask(asked(index)),
        peer: (index) => peer.ask(asked(index)),
        times: 40,
        ...(must && { must, aim: 1.5 }),
      }),
    );
  }
  await Promise.all([ours.close(), peer.close()]);
  return figures;
}

async function growth(big: Crowd, small: Crowd): Promise<Figure[]> {
  const [ours, peer] = [asksOf(big), asksOf(small)];
  const figures: Figure[] = [];
  for (const [work, asked, must] of works) {
    figures.push(
      await compare({
        work: `${work}: a million against 100,000`,
        ours: (index) => ours.ask(asked(index)),
        peer: (index) => peer.ask(asked(index)),
        ...{ times: 40, must },
      }),
    );
  }
  await Promise.all([ours.close(), peer.close()]);
  return figures;
}

async function slowest(crowd: Crowd): Promise<void> {
  const { ask, close } = asksOf(crowd);
  console.log(`\n${crowd.size.toLocaleString("en-US")} customers: 95 of 100 requests take at most`);
  for (const [work, asked] of works) {
    const taken = await timed(200, (index) => ask(asked(index)));
    console.log(`${percentile(taken, 0.95).toFixed(1).padStart(6)} ms   ${work}`);
  }
  await close();
}

const ground = await startGround();
const small = await openCrowd(ground.url, 100_000);
const big = await openCrowd(ground.url, 1_000_000);
const good = [print("100,000 customers", await againstBare(small)), print("Growth", await growth(big, small))];
await slowest(big);
for (const crowd of [small, big]) await crowd.close();
await ground.stop();
process.exit(good.every(Boolean) ? 0 : 1);
