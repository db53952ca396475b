import Fastify from "fastify";
import type { BenchInbox } from "./benchInbox.ts";

/**
 * Serves the baseline: the same rows by a hand-written query over the same web server and driver, without sign-in,
 * tenancy or validation.
 */
export async function serveBare({ pool, dealer: { dealer_id, location_id } }: BenchInbox) {
  const http = Fastify();
  http.post("/chats", async () => {
    const text = `select chats.id, chat_time, new_message, new_message_count, is_replied, is_pinned, is_closed,
        customers.id as customer_id, first_name, last_name, phone, email
      from chats join customers on customers.dealer_id = chats.dealer_id and customers.id = chats.customer_id
      where chats.dealer_id = $1 and chats.location_id = $2 and is_closed = 0
      order by is_pinned desc, chat_time desc, chats.id desc limit 30`;
    return { status: "success", data: (await pool.query(text, [dealer_id, location_id])).rows };
  });
  http.post<{ Params: { id: string } }>("/chats/:id", async ({ params }) => {
    const text = `select id, is_from_customer, message, state, datetime from messages
      where dealer_id = $1 and chat_id = $2 order by id desc limit 100`;
    return { status: "success", data: (await pool.query(text, [dealer_id, params.id])).rows };
  });
  const url = await http.listen({ port: 0, host: "127.0.0.1" });
  return { url, close: () => http.close() };
}
