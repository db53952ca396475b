import type { FetchedFile } from "../../carrier.ts";
import { type FetchLimits, fetchWithLimits } from "../fetchWithLimits.ts";
import type { TwilioAccount } from "./account.ts";
import { basicAuth } from "./rest.ts";

export type { FetchLimits } from "../fetchWithLimits.ts";

const maxRedirects = 5;
const knownHosts = /(^|\.)(twilio\.com|twiliocdn\.com)$|(^|\.)s3[a-z0-9.-]*\.amazonaws\.com$/;

/**
 * Fetches media. Credentials go to the API only, and redirects are followed only to hosts where Twilio stores media:
 * the URL comes from a webhook, so the sender must not be able to choose the host.
 */
export async function fetchTwilioMedia(
  account: TwilioAccount,
  address: string,
  limits?: FetchLimits,
): Promise<FetchedFile> {
  const api = new URL(account.apiUrl);
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects++) {
    const isApi = url.origin === api.origin;
    if (!isApi && !(url.protocol === "https:" && url.port === "" && knownHosts.test(url.hostname))) {
      throw new Error(`Media are not fetched from ${url.host}`);
    }
    const fetched = await fetchWithLimits(url, isApi ? { authorization: basicAuth(account) } : {}, limits);
    if ("media" in fetched) return fetched.media;
    url = new URL(fetched.redirect, url);
  }
  throw new Error("The media's address leads from one to another without end");
}
