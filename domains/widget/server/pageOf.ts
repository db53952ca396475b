import { domainToASCII } from "node:url";
import { siteOf } from "../contract.ts";

const campaignNames = /^(utm_(source|medium|campaign|term|content)|gclid|fbclid|msclkid)$/;
const longestAddress = 300;

/** A page on the web without what may be private in its address; empty for anything else. */
export function pageOf(address: string): string {
  if (!URL.canParse(address)) return "";
  const { protocol, origin, pathname } = new URL(address);
  return /^https?:$/.test(protocol) ? `${origin}${pathname}`.slice(0, longestAddress) : "";
}

/** The website of a page; empty for none. */
export const hostOf = (page: string): string => (URL.canParse(page) ? new URL(page).host : "");

/** What a page's address says about the advertisement that led to it. */
export function campaignOf(address: string): Record<string, string> {
  if (!URL.canParse(address)) return {};
  const named = [...new URL(address).searchParams].filter(([name]) => campaignNames.test(name));
  return Object.fromEntries(named.map(([name, value]) => [name, value.slice(0, 200)]));
}

/** The sites as they are kept: hosts as browsers compare them, each once. */
export function sitesOf(typed: readonly string[]): string[] {
  const hosts = typed.flatMap((site) => {
    const [host = "", port] = (siteOf(site) ?? "").split(":");
    const ascii = domainToASCII(host);
    return ascii === "" ? [] : port === undefined ? ascii : `${ascii}:${port}`;
  });
  return [...new Set(hosts)];
}
