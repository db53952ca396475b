import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Fastify, { type InjectOptions } from "fastify";
import pg from "pg";
import { pino } from "pino";
import { afterAll, expect, test } from "vitest";
import type { Role } from "#core/people.ts";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import type { Identify } from "#core/server/identity.ts";
import { noContacts } from "#domains/admin/publicSite/rules.ts";
import { systemClock } from "#ports/clock/system.ts";
import { createSimulatedSms } from "#ports/sms/simulator/simulatedSms.ts";
import { createSimulatedVoice } from "#ports/voice/simulator/simulatedVoice.ts";
import { freshDatabase } from "#testing/database.ts";
import { testIdentity } from "#testing/testServer.ts";
import { mountGuardedSimulator } from "./simulator.ts";
import { serveWeb } from "./web.ts";

const database = await freshDatabase();
const pool = new pg.Pool({ connectionString: database.url });
const folder = await mkdtemp(join(tmpdir(), "rooftop-simulator-"));
await writeFile(join(folder, "simulator.html"), "<h1>Phones</h1>");
await writeFile(join(folder, "index.html"), "<h1>The app</h1>");
afterAll(async () => {
  await pool.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The simulator of one setup, with the person behind the requests' bearer token, and all its routes. */
async function start(env: { host: string; publicUrl: string }) {
  const options = { pool, clock: systemClock, log: pino({ level: "silent" }) };
  const simulator = { texts: createSimulatedSms(options), calls: createSimulatedVoice(options) };
  const http = Fastify();
  const routes: InjectOptions[] = [];
  http.addHook("onRoute", ({ method, url }) => {
    if (url.startsWith("/simulator") && method !== "HEAD") routes.push({ method, url } as InjectOptions);
  });
  answerFailures(http);
  await acceptBodies(http);
  const identify: Identify = async ({ headers }) => {
    const [role, mustChange] = headers.authorization?.split("/") ?? [];
    return role ? { ...testIdentity(role as Role), mustChangePassword: mustChange !== undefined } : undefined;
  };
  await mountGuardedSimulator({ http, identify }, { simulator, pool, env, webFolder: folder });
  await serveWeb(http, folder, async () => noContacts);
  afterAll(() => http.close());
  return { http, routes };
}

const own = await start({ host: "127.0.0.1", publicUrl: "http://127.0.0.1:3000" });
const published = await start({ host: "0.0.0.0", publicUrl: "https://demo.example.com" });
const tunneled = await start({ host: "127.0.0.1", publicUrl: "https://demo.example.com" });
const host = "127.0.0.1:3000";
const isPage = ({ url }: InjectOptions) => url === "/simulator";

/** What every route answers: for the page its heading, for calls 401, 403 or "open". */
async function answers({ http, routes }: typeof own, request: InjectOptions): Promise<string[]> {
  const seen = new Set<string>();
  for (const route of routes) {
    const { statusCode, body } = await http.inject({ ...request, ...route });
    const isOpen = statusCode !== 401 && statusCode !== 403;
    seen.add(isPage(route) ? body.replace(/<.*?>/g, "") : isOpen ? "open" : String(statusCode));
  }
  return [...seen];
}

test("has the page, and calls for texts, calls, mails and faults", () => {
  expect(own.routes.filter(isPage)).toHaveLength(1);
  expect(own.routes.length).toBeGreaterThanOrEqual(10);
});

test("for this machine alone, every route is open to direct requests", async () => {
  expect(await answers(own, { headers: { host } })).toEqual(["Phones", "open"]);
});

test.each<[string, InjectOptions]>([
  ["a proxy names the client", { headers: { host, "x-forwarded-for": "127.0.0.1" } }],
  ["a tunnel keeps its name", { headers: { host: "demo.example.com" } }],
  ["a foreign page asks", { headers: { host, origin: "https://attacker.example.com" } }],
  ["another machine asks", { headers: { host }, remoteAddress: "192.168.1.20" }],
])("for this machine alone, no route is open when %s", async (_, request) => {
  expect(await answers(own, request)).toEqual(["The app", "401"]);
});

test.each([
  ["published", published],
  ["behind a tunnel", tunneled],
])("%s, no route is open without the operator, not even from this machine", async (_, app) => {
  expect(await answers(app, { headers: { host } })).toEqual(["The app", "401"]);
  for (const authorization of ["dealer", "manager", "agent", "superadmin/mustChangePassword"]) {
    expect(await answers(app, { headers: { host, authorization } })).toEqual(["The app", "403"]);
  }
  const operator = { host: "demo.example.com", "x-forwarded-for": "203.0.113.7", authorization: "superadmin" };
  expect(await answers(app, { headers: operator })).toEqual(["Phones", "open"]);
});
