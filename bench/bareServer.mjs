// The least that a server with a database starts: Fastify and pg, and a query for its health.
import Fastify from "fastify";
import pg from "pg";

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL });
const http = Fastify();
http.get("/health", async () => {
  await pool.query("select 1");
  return { status: "success" };
});
await http.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
