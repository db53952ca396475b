import { once } from "node:events";
import { createServer } from "node:http";

/** A dealer's own website, of another origin than the app, with pages that embed the snippet. */
export async function startWebsite(
  snippet: string,
  { allowsScripts = true, allowsInlineStyles = true, content = "" } = {},
) {
  const server = createServer((request, response) => {
    response.setHeader("content-type", "text/html; charset=utf-8");
    if (!allowsInlineStyles) response.setHeader("content-security-policy", "style-src 'self'");
    if (!allowsScripts) response.setHeader("content-security-policy", "script-src 'none'");
    if (request.url?.startsWith("/trucks") !== true) return response.writeHead(404).end();
    return response.end(`<!doctype html><html lang="en"><head><title>Trucks</title>
      <meta name="viewport" content="width=device-width,initial-scale=1"></head>
      <body><h1>Our trucks</h1><a href="/trucks">All trucks</a>${content}${snippet}</body></html>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/trucks/f150`,
    host: `127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve()) && server.closeAllConnections()),
  };
}
