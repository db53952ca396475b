import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync, brotliDecompressSync, gzipSync } from "node:zlib";
import Fastify, { type FastifyInstance } from "fastify";
import { afterAll, expect, test } from "vitest";
import { noContacts } from "#domains/admin/publicSite/rules.ts";
import { encodings } from "#testing/encodings.ts";
import { secureHeaders } from "./headers.ts";
import { serveWeb } from "./web.ts";

const folder = await mkdtemp(join(tmpdir(), "rooftop-web-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

const slot = (name: string) => `<template data-slot="${name}"></template>`;
const files = {
  "index.html": "<p>The app</p>",
  "simulator.html": "<p>The simulator</p>",
  "site/index.html": "<p>The landing page</p>",
  "site/services/text-marketing.html": `<p>Texts</p>${slot("contact")}${slot("follow")}`,
  "site/services/crm.html": "<p>The CRM</p>",
  "prerendered/login.html": "<p>The login</p>",
  "prerendered/inbox/all.html": "<p>The frame of the inbox</p>",
  "prerendered/forgot-password.html": "<p>The forgotten password</p>",
  "assets/site-a1b2.js": "start();",
  "service-worker.js": "show();",
  "scheme.js": "choose();",
  "calendar.js": "warm();",
  "icon.svg": "<svg/>",
};
for (const [name, content] of Object.entries(files)) {
  await mkdir(dirname(join(folder, name)), { recursive: true });
  await writeFile(join(folder, name), content);
  await writeFile(join(folder, `${name}.br`), brotliCompressSync(content));
  await writeFile(join(folder, `${name}.gz`), gzipSync(content));
}

let contacts = noContacts;

async function startServer(built: string | undefined, mount?: (app: FastifyInstance) => void) {
  const http: FastifyInstance = Fastify();
  await secureHeaders(http, "http://127.0.0.1:3000");
  await serveWeb(http, built, async () => contacts);
  mount?.(http);
  afterAll(() => http.close());
  return http;
}

const http = await startServer(folder);
const get = (url: string, headers = {}) => http.inject({ url, headers });

test.each([
  ["/", "The landing page"],
  ["/?1792382", "The landing page"],
  ["/services/crm", "The CRM"],
  ["/services/unknown", "The app"],
  ["/services", "The app"],
  ["/login", "The login"],
  ["/login?from=here", "The login"],
  ["/login/phoneNumber", "The app"],
  ["/forgot-password", "The forgotten password"],
  ["/forgot-password/otp-check", "The app"],
  ["/inbox/all", "The frame of the inbox"],
  ["/inbox/all?tab=inactive", "The frame of the inbox"],
  ["/inbox/all/12", "The app"],
  ["/anything/else", "The app"],
  ["/simulator.html", "The app"],
  ["/prerendered/login.html", "The app"],
])("%s serves: %s", async (url, content) => {
  const { statusCode, body, headers } = await get(url);
  expect([statusCode, body]).toEqual([200, `<p>${content}</p>`]);
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(headers["cache-control"]).toBe("no-cache");
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
});

test.each(["/", "/services/crm", "/login"])("%s is sent compressed, and only when it has changed", async (url) => {
  const first = await get(url, { "accept-encoding": "br" });
  expect(first.headers).toMatchObject({ "content-encoding": "br", etag: expect.stringMatching(/./) });
  const again = await get(url, { "accept-encoding": "br", "if-none-match": first.headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
});

test.each([
  ["/forgot-password", "no-referrer"],
  ["/forgot-password/otp-check?x=1", "no-referrer"],
  ["/forgot-password/new-password/ana%40example.com/a-ticket", "no-referrer"],
  ["/forgot-passwords", "same-origin"],
  ["/login", "same-origin"],
  ["/", "same-origin"],
])("%s sets the referrer policy %s", async (url, policy) => {
  expect((await get(url)).headers["referrer-policy"]).toBe(policy);
});

test("hashed files are cached for a year", async () => {
  const { headers } = await get("/assets/site-a1b2.js");
  expect(headers["cache-control"]).toBe("public, max-age=31536000, immutable");
});

/** The same request answered in each way: whole, unchanged, in part, without its body, and refused. */
async function answersOf(app: FastifyInstance, url: string, encoding: string | undefined) {
  const asked = encoding === undefined ? {} : { "accept-encoding": encoding };
  const send = (method: "GET" | "HEAD", headers: Record<string, string> = {}) =>
    app.inject({ method, url, headers: { ...asked, ...headers } });
  const whole = await send("GET");
  const etag = String(whole.headers.etag);
  const [unchanged, part, beyond, head] = await Promise.all([
    send("GET", { "if-none-match": etag }),
    send("GET", { range: "bytes=0-2" }),
    send("GET", { range: "bytes=999-" }),
    send("HEAD"),
  ]);
  return { whole, unchanged, part, beyond, head };
}

const pagePaths = ["/", "/services/text-marketing", "/services/unknown", "/login", "/inbox/all", "/inbox/all/12"];

test.each(encodings)("a page and a worker carry their policies when asked for in %j", async (encoding) => {
  for (const url of [...pagePaths, "/service-worker.js", "/calendar.js"]) {
    const answers = await answersOf(http, url, encoding);
    const { whole, unchanged, part, beyond, head } = answers;
    expect([whole, unchanged, part, head].map(({ statusCode }) => statusCode)).toEqual([200, 304, 206, 200]);
    // The pages that are filled in at each request have no parts.
    expect([200, 416]).toContain(beyond.statusCode);
    for (const [kind, { headers }] of Object.entries(answers)) {
      expect(headers["content-security-policy"], `${url} ${kind}`).toContain("require-trusted-types-for 'script'");
      expect(headers["permissions-policy"], `${url} ${kind}`).toContain("camera=()");
      expect(headers["x-content-type-options"], `${url} ${kind}`).toBe("nosniff");
    }
  }
});

test.each(encodings)(
  "a page with the operator's contacts carries its policies when asked for in %j",
  async (encoding) => {
    contacts = { ...noContacts, email: "hello@rooftop.example" };
    const own = await startServer(folder);
    const { whole, unchanged, head } = await answersOf(own, "/services/text-marketing", encoding);
    contacts = noContacts;
    for (const { headers } of [whole, unchanged, head]) {
      expect(headers["content-security-policy"]).toContain("require-trusted-types-for 'script'");
      expect(headers["permissions-policy"]).toContain("camera=()");
    }
    const isBrotli = whole.headers["content-encoding"] === "br";
    expect(isBrotli).toBe(/^(br|gzip, deflate, br, zstd|br;q=0\.5.*)$/.test(encoding ?? ""));
  },
);

test.each(encodings)("an answer that refuses carries its policies when asked for in %j", async (encoding) => {
  const headers = encoding === undefined ? {} : { "accept-encoding": encoding };
  const failing = await startServer(folder, (app) => {
    app.get("/failing", async () => {
      throw new Error("broken");
    });
  });
  for (const [url, status] of [
    ["/failing", 500],
    ["/api/none", 404],
    ["/assets/gone.js", 404],
    ["/webhooks/none", 404],
  ] as const) {
    const answer = await failing.inject({ url, headers });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers["content-security-policy"], url).toContain("default-src 'self'");
    expect(answer.headers["permissions-policy"], url).toContain("camera=()");
  }
});

test.each([
  ["/scheme.js", false, false],
  ["/assets/site-a1b2.js", false, false],
  ["/icon.svg", true, true],
])("%s carries only the policies that mean something on it", async (url, hasContentPolicy, hasPermissionsPolicy) => {
  for (const encoding of encodings) {
    const sent = (await answersOf(http, url, encoding)).whole.headers;
    expect("content-security-policy" in sent).toBe(hasContentPolicy);
    expect("permissions-policy" in sent).toBe(hasPermissionsPolicy);
  }
});

test("the service worker is revalidated each time", async () => {
  const { statusCode, body, headers } = await get("/service-worker.js");
  expect([statusCode, body]).toEqual([200, "show();"]);
  expect(headers).toMatchObject({ "cache-control": "no-cache", "content-type": expect.stringContaining("javascript") });
  expect(headers["content-security-policy"]).toContain("script-src 'self';");
});

test.each(["/api/none", "/assets/gone.js", "/webhooks/none"])("%s is not a page", async (url) => {
  const { statusCode, headers } = await get(url);
  expect(statusCode).toBe(404);
  expect(headers["content-type"]).toContain("application/json");
});

test("without a built web app every page says how to build it", async () => {
  const bare = await startServer(undefined);
  for (const url of ["/", "/services/crm", "/login"]) expect((await bare.inject(url)).body).toContain("npm start");
});

test("a public page shows the operator's contacts, compressed and only when it has changed", async () => {
  contacts = { ...noContacts, email: "hello@rooftop.example", x: "https://x.com/rooftop" };
  const own = await startServer(folder);
  const page = (headers = {}) => own.inject({ url: "/services/text-marketing", headers });
  const { body, headers } = await page();
  expect(body).toContain('<a href="mailto:hello@rooftop.example">');
  expect(body).toContain('<a href="https://x.com/rooftop" rel="noopener">X</a>');
  expect(body).not.toMatch(/template|tel:|Facebook/);
  expect(headers).toMatchObject({ "content-type": "text/html; charset=utf-8", "cache-control": "no-cache" });
  const compressed = await page({ "accept-encoding": "gzip, br" });
  expect(compressed.headers["content-encoding"]).toBe("br");
  expect(brotliDecompressSync(compressed.rawPayload).toString()).toBe(body);
  const again = await page({ "if-none-match": headers.etag });
  expect([again.statusCode, again.body]).toEqual([304, ""]);
  contacts = noContacts;
});
