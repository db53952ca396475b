import type { Dispatcher } from "undici";
import { request } from "undici";
import type { FetchedMedia } from "./sms.ts";

/** How much is fetched, and how long that may take. */
export interface FetchLimits {
  readonly megabytes: number;
  /** In milliseconds. */
  readonly timeout: number;
}

/** The carriers' own limit for what comes with a text is 5 MB. */
const ofMedia: FetchLimits = { megabytes: 6, timeout: 20_000 };

export type Fetched = { readonly redirect: string } | { readonly media: FetchedMedia };

/** Fetches one address without following it further; refuses what is too large, too slow or not there. */
export async function fetchLimited(url: URL, headers: Record<string, string> = {}, limits = ofMedia): Promise<Fetched> {
  const answer = await request(url, { headers, signal: AbortSignal.timeout(limits.timeout) });
  const location = headerOf(answer, "location");
  if (answer.statusCode >= 300 && answer.statusCode < 400 && location) {
    await answer.body.dump();
    return { redirect: location };
  }
  if (answer.statusCode !== 200) {
    await answer.body.dump();
    throw new Error(`The media could not be fetched from ${url.host} (status ${answer.statusCode})`);
  }
  const type = (headerOf(answer, "content-type") ?? "").split(";")[0]?.trim().toLowerCase();
  return { media: { type: type || "application/octet-stream", bytes: await readLimited(answer.body, limits) } };
}

async function readLimited(body: AsyncIterable<Uint8Array>, { megabytes }: FetchLimits): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += part.byteLength;
    if (size > megabytes * 1024 * 1024) throw new Error(`The media is larger than ${megabytes} MB`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value[0] : value;
}
