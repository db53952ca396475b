import type { Dispatcher } from "undici";
import { headerText, isPacked, isPublicWebAddress, openPublicPage, publicInternet } from "../publicAddress.ts";
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

  /** Nothing is asked for in the clear. */
  const toAddress = (url: string) => {
    const encrypted = network ? url : url.replace(/^http:/i, "https:");
    return accepts(encrypted) ? encrypted : undefined;
  };

  async function look(address: string): Promise<WebsiteLook> {
    const signal = AbortSignal.timeout(timeout);
    const answer = await openPublicPage({
      url: address.replace(/^(?!https?:\/\/)/i, "https://"),
      headers: { accept: "text/html", "user-agent": "Mozilla/5.0 (compatible; Rooftop)" },
      maxRedirects,
      toAddress,
      dispatcher: () => {
        dispatcher ??= network ? Promise.resolve(network.dispatcher) : publicInternet(timeout);
        return dispatcher;
      },
      signal,
    });
    if (!answer) return unreachable;
    const { statusCode, headers, body } = answer;
    const isPage = /^(text\/html|application\/xhtml)/i.test(headerText(headers["content-type"]));
    if (statusCode === 200 && isPage && !isPacked(headers)) {
      return { kind: "seen", words: wordsOf(await firstBytes(body)) };
    }
    await body.dump({ limit: 16_384, signal });
    return unreachable;
  }

  return {
    look: (address) => look(address).catch(() => unreachable),
    stop: async () => (await dispatcher)?.close(),
  };
}

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
