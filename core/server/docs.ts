import type { Call } from "#core/call.ts";
import { openApiOf } from "./openapi.ts";
import type { Server } from "./serve.ts";

/**
 * `GET /api/docs` lists every call for people, `GET /api/docs/openapi.json` as OpenAPI 3.1; both come from the
 * contracts.
 */
export function serveDocs({ http, mountedCalls }: Server): void {
  // Made once, at the first request: by then every call is mounted, and making them takes long.
  let openApi: ReturnType<typeof openApiOf> | undefined;
  let html: string | undefined;
  http.get("/api/docs/openapi.json", async () => {
    openApi ??= openApiOf(mountedCalls);
    return openApi;
  });
  http.get("/api/docs", async (_request, reply) => {
    html ??= page(mountedCalls);
    return reply.type("text/html; charset=utf-8").send(html);
  });
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign] ?? sign);

function page(mounted: readonly Call[]): string {
  const domains = Map.groupBy(mounted, (call) => call.name.split(".")[0] ?? "");
  const sections = [...domains].map(
    ([domain, calls]) => `<h2>${escapeHtml(domain)}</h2>${calls.map(article).join("")}`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Rooftop – API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif }
body { max-width: 56rem; margin: 2rem auto; padding: 0 1rem }
article { border-top: 1px solid; padding: .5rem 0 } h3 { margin: .5rem 0 } pre { overflow-x: auto; padding: .75rem; border: 1px solid }
</style></head><body><h1>Rooftop – API</h1>
<p>Every call lies under <code>/api</code>. Send <code>Authorization: Bearer &lt;access_token&gt;</code> and, to act at a
certain location, <code>Location-Id</code>. Bodies may be multipart form data, urlencoded or JSON. The answer is always
<code>{ "status", "message", "data" }</code>; for a 422, <code>data</code> names each wrong field.
As OpenAPI 3.1: <a href="/api/docs/openapi.json">openapi.json</a>.</p>${sections.join("")}</body></html>`;
}

function article(call: Call): string {
  const allowed = typeof call.allow === "string" ? call.allow : call.allow.join(", ");
  const { requestBody, responses } = openApiOf([call]).paths[call.path]?.[call.method.toLowerCase()] ?? {};
  const body = requestBody?.content["application/json"]?.schema;
  const responseSchema = responses?.["200"]?.content?.["application/json"]?.schema;
  return `<article id="${escapeHtml(call.name)}"><h3><code>${call.method} ${escapeHtml(call.path)}</code></h3>
<p>${escapeHtml(call.about)} <em>For: ${escapeHtml(allowed)}.${call.audit ? ` Audit: ${escapeHtml(call.audit)}.` : ""}</em></p>
${body ? `<details><summary>Body</summary><pre tabindex="0">${escapeHtml(JSON.stringify(body, null, 2))}</pre></details>` : ""}
<details><summary>Answer</summary><pre tabindex="0">${escapeHtml(JSON.stringify(responseSchema, null, 2))}</pre></details></article>`;
}
