import type { Dispatcher } from "undici";
import { isPublicWebAddress, publicInternet } from "../publicAddress.ts";
import type { WebsiteLook, Websites } from "./websites.ts";

/** How a test reaches pages on its own machine. */
export interface WebsiteNetwork {
  readonly accepts: (url: string) => boolean;
  readonly dispatcher: Dispatcher;
}

export interface PublicWebsitesSettings {
  readonly network?: WebsiteNetwork;
  /** Milliseconds for all redirects and the whole page; shorter in tests. */
  readonly timeout?: number;
}

const maxBytes = 1024 * 1024;
const maxRedirects = 5;
const unreachable: WebsiteLook = { kind: "unreachable" };

/** Opens pages on the public internet: never on this machine's own network, whatever a name or a redirect says. */
export function createPublicWebsites({ network, timeout = 10_000 }: PublicWebsitesSettings = {}): Websites {
  const accepts = network?.accepts ?? isPublicWebAddress;
  let dispatcher: Promise<Dispatcher> | undefined;

  async function look(address: string): Promise<WebsiteLook> {
    const signal = AbortSignal.timeout(timeout);
    let url = address.replace(/^(?!https?:\/\/)/i, "https://");
    for (let hop = 0; hop <= maxRedirects; hop++) {
      if (!network) url = url.replace(/^http:\/\//i, "https://");
      if (!accepts(url)) return unreachable;
      const { request } = await import("undici");
      dispatcher ??= network ? Promise.resolve(network.dispatcher) : publicInternet(timeout);
      const { statusCode, headers, body } = await request(url, {
        // What is packed may unpack to anything: it is asked for as it is.
        headers: {
          accept: "text/html",
          "accept-encoding": "identity",
          "user-agent": "Mozilla/5.0 (compatible; Rooftop)",
        },
        dispatcher: await dispatcher,
        signal,
      });
      const location = textOf(headers.location);
      if (statusCode >= 300 && statusCode < 400 && location !== "") {
        await body.dump({ limit: 16_384, signal });
        if (!URL.canParse(location, url)) return unreachable;
        url = new URL(location, url).href;
        continue;
      }
      const isPacked = !["", "identity"].includes(textOf(headers["content-encoding"]).toLowerCase());
      if (
        statusCode !== 200 ||
        isPacked ||
        !/^(text\/html|application\/xhtml)/i.test(textOf(headers["content-type"]))
      ) {
        await body.dump({ limit: 16_384, signal });
        return unreachable;
      }
      return { kind: "seen", words: wordsOf(await firstBytes(body)) };
    }
    return unreachable;
  }

  return {
    look: (address) => look(address).catch(() => unreachable),
    stop: async () => (await dispatcher)?.close(),
  };
}

const textOf = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header) ?? "";

/** The beginning of a page: its name stands there, and a page may never end. */
async function firstBytes(body: Dispatcher.ResponseData["body"]): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.byteLength;
    // Leaving the loop ends the connection.
    if (size >= maxBytes) break;
  }
  return new TextDecoder().decode(Buffer.concat(chunks).subarray(0, maxBytes));
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** What a page says, roughly: enough to find a name in it. */
export function wordsOf(page: string): string {
  return page
    .replace(/<!--.*?(-->|$)|<(script|style|noscript|template|svg)\b.*?(<\/\2\s*>|$)/gis, " ")
    .replace(/<[^>]*(>|$)/g, " ")
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,6}));/gi, (whole, decimal, hex, name) => {
      const code = decimal ? Number(decimal) : Number.parseInt(hex ?? "", 16);
      if (!name) return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : " ";
      return entities[name.toLowerCase()] ?? whole;
    })
    .replace(/\s+/g, " ")
    .trim();
}
