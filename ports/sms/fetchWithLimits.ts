import type { Dispatcher } from "undici";
import type { FetchedFile } from "../carrier.ts";

/** The maximum size and duration of a download. */
export interface FetchLimits {
  readonly megabytes: number;
  /** In milliseconds. */
  readonly timeout: number;
}

/** Carriers limit the media of a text to 5 MB. */
const mediaLimits: FetchLimits = { megabytes: 6, timeout: 20_000 };

export type FetchOutcome = { readonly redirect: string } | { readonly media: FetchedFile };

/** Fetches one URL without following redirects; throws when the media is too large, too slow or missing. */
export async function fetchWithLimits(
  url: URL,
  headers: Record<string, string> = {},
  limits = mediaLimits,
): Promise<FetchOutcome> {
  const { request } = await import("undici");
  const response = await request(url, { headers, signal: AbortSignal.timeout(limits.timeout) });
  const location = headerOf(response, "location");
  if (response.statusCode >= 300 && response.statusCode < 400 && location) {
    await response.body.dump();
    return { redirect: location };
  }
  if (response.statusCode !== 200) {
    await response.body.dump();
    throw new Error(`The media could not be fetched from ${url.host} (status ${response.statusCode})`);
  }
  const type = (headerOf(response, "content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  return { media: { type: type || "application/octet-stream", bytes: await readLimited(response.body, limits) } };
}

async function readLimited(body: AsyncIterable<Uint8Array>, { megabytes }: FetchLimits): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.byteLength;
    if (size > megabytes * 1024 * 1024) throw new Error(`The media is larger than ${megabytes} MB`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function headerOf(response: Dispatcher.ResponseData, name: string): string | undefined {
  const value = response.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
