import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { Agent } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPublicWebsites, wordsOf } from "./publicWebsites.ts";
import type { Websites } from "./websites.ts";

const html = { "content-type": "text/html; charset=utf-8" };
const page =
  "<html><head><title>Harbor &amp; Sons</title><script>var a='Hidden'</script></head><body>Cars</body></html>";
const agent = new Agent();
let server: Server;
let base: string;
let websites: Websites;

beforeAll(async () => {
  server = createServer((request, response) => {
    const path = request.url ?? "";
    if (path === "/") return response.writeHead(200, html).end(page);
    if (path === "/moved") return response.writeHead(302, { location: "/" }).end();
    if (path === "/circle") return response.writeHead(302, { location: "/circle" }).end();
    if (path === "/inside") return response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    if (path === "/file") return response.writeHead(200, { "content-type": "application/pdf" }).end(page);
    if (path === "/packed")
      return response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(gzipSync("x".repeat(9_000_000)));
    if (path === "/down") return response.writeHead(503, html).end(page);
    if (path === "/silent") return undefined;
    if (path === "/endless") {
      response.writeHead(200, html).write(page);
      const timer = setInterval(() => response.write("x".repeat(64_000)), 1);
      return response.on("close", () => clearInterval(timer));
    }
    return response.writeHead(404, html).end("none");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const network = { accepts: (url: string) => url.startsWith(`${base}/`), dispatcher: agent };
  websites = createPublicWebsites({ network, timeout: 2_000 });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await agent.close();
});

test("a page's words are seen, also after a redirect, and of an endless one its beginning", async () => {
  for (const path of ["/", "/moved", "/endless"])
    expect(await websites.look(`${base}${path}`)).toMatchObject({
      kind: "seen",
      words: expect.stringMatching(/^Harbor & Sons Cars/),
    });
});

test.each(["/circle", "/inside", "/file", "/packed", "/down", "/silent", "/none"])(
  "%s counts as unreachable",
  async (path) => {
    expect(await websites.look(`${base}${path}`)).toEqual({ kind: "unreachable" });
  },
);

test.each([
  "http://127.0.0.1:22/",
  "https://localhost/",
  "https://10.0.0.1/",
  "https://[::1]/",
  "https://user:secret@example.com/",
  "ftp://example.com/",
  "file:///etc/passwd",
  "not an address",
  "",
])("%s is never asked", async (address) => {
  expect(await createPublicWebsites({ timeout: 500 }).look(address)).toEqual({ kind: "unreachable" });
});

test("whatever a page holds, its words have no markup, and reading them ends", () => {
  const parts = fc.constantFrom("<", ">", "<!--", "-->", "<script>", "</script>", "&#x3c;b&#62;", "&nope;", "word ");
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 200 }), (found) => {
      expect(wordsOf(found.join(""))).not.toMatch(/<script|<!--/);
    }),
  );
});
