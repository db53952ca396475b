import pg from "pg";
import { afterAll, expect, inject, test } from "vitest";
import { migrate } from "#database/migrate.ts";
import { copyDatabase, databaseUrl, dropDatabase } from "#testing/database.ts";

const { url, prefix } = inject("testCluster");
const name = `${prefix}platform_texts`;
const admin = new pg.Client({ connectionString: url });
await admin.connect();
await copyDatabase(admin, name);
const pool = new pg.Pool({ connectionString: databaseUrl(url, name) });
afterAll(async () => {
  await pool.end();
  await dropDatabase(admin, name);
  await admin.end();
});

const query = async (text: string, values: unknown[] = []) => (await pool.query(text, values)).rows;
const insert = async (table: string, row: Record<string, unknown>) => {
  const columns = Object.keys(row);
  const places = columns.map((_, index) => `$${index + 1}`);
  const [added] = await query(
    `insert into ${table} (${columns}) values (${places}) returning *`,
    Object.values(row).map((value) => (typeof value === "object" && value ? JSON.stringify(value) : value)),
  );
  return added;
};

/** A customer who texted `message`, was answered, and has the rows that follow from it. */
async function addConversation(dealer_id: number, location_id: number, phone: string, message: string) {
  const { id: customer_id } = await insert("customers", {
    dealer_id,
    location_id,
    first_name: "",
    last_name: "",
    phone,
  });
  const { id: chat_id } = await insert("chats", {
    dealer_id,
    location_id,
    customer_id,
    new_message_count: 1,
    is_replied: 0,
    waiting_since: "2026-03-02T15:00:00Z",
  });
  const chat = { dealer_id, chat_id };
  const inbound = { ...chat, is_from_customer: 1, state: "received", message, provider_sid: `SM${dealer_id}${phone}` };
  await insert("messages", { ...inbound, datetime: "2026-03-02T15:00:00Z" });
  const { id: message_id } = await insert("messages", { ...chat, is_from_customer: 0, state: "sent", message: "Auto" });
  const send = {
    dealer_id,
    message_id,
    attempt: 1,
    state: "accepted",
    from_number: "+15550001",
    to_number: phone,
    body: "A",
    lease_until: "2026-03-02T15:00:00Z",
  };
  await insert("message_sends", send);
  await insert("message_media", { dealer_id, message_id, url: "https://x.test", type: "image/png" });
  const event = { dealer_id, phone, event: "revoked", source: "keyword", words: message };
  const { id: event_id } = await insert("consent_events", event);
  await insert("suppressions", { dealer_id, phone, event_id });
}

test("the platform's customers go, their texts and opt-outs stay with the operator, and no such row comes again", async () => {
  await migrate(databaseUrl(url, name), "0028_chat_counts");
  const ids = [0, 1];
  for (const id of ids) {
    await insert("dealers", { id, business_name: `Business ${id}` });
    const { id: location_id } = await insert("locations", { dealer_id: id, title: "Main" });
    await insert("phone_numbers", { number: `+1555000${id}`, dealer_id: id, location_id, provider: "scripted" });
    await addConversation(id, location_id, "+12125550101", "STOP");
    await addConversation(id, location_id, "+12125550102", "Thanks for the code");
  }
  await migrate(databaseUrl(url, name));

  const kept = await query(
    "select number, phone, message, intent, reply_state, received_at from platform_texts order by id",
  );
  const text = { number: "+15550000", reply_state: "none", received_at: new Date("2026-03-02T15:00:00Z") };
  expect(kept).toEqual([
    { ...text, phone: "+12125550101", message: "STOP", intent: "stop" },
    { ...text, phone: "+12125550102", message: "Thanks for the code", intent: "other" },
  ]);
  const optouts = await query("select phone from platform_optouts order by phone");
  expect(optouts.map(({ phone }) => phone)).toEqual(["+12125550101", "+12125550102"]);

  const tables = await query(
    `select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'dealer_id'
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace order by 1`,
  );
  const left: Record<string, number> = {};
  for (const { table } of tables) {
    const [{ count }] = await query(`select count(*)::int as count from ${table} where dealer_id = 0`);
    if (count > 0) left[table] = count;
  }
  // The number that codes come from, its location, and the addresses of its pages.
  expect(left).toEqual({ legal_pages: 1, locations: 1, phone_numbers: 1 });
  // Another business's rows are untouched.
  expect(await query("select count(*)::int as count from messages where dealer_id = 1")).toEqual([{ count: 4 }]);

  const [{ id: location_id }] = await query("select id from locations where dealer_id = 0");
  const customer = { dealer_id: 0, location_id, first_name: "", last_name: "", phone: "+12125550103" };
  await expect(insert("customers", customer)).rejects.toThrow("customers_of_a_business");
});
