import type { Dns } from "#ports/dns/dns.ts";
import type { DomainRecord } from "../contract.ts";
import {
  dmarcDomains,
  dmarcRecords,
  evaluateDkim,
  evaluateDmarc,
  evaluateSpf,
  type FoundTexts,
  maxSpfLookups,
  spfRecords,
  spfTerms,
  termOfServer,
  usualSelectors,
} from "../rules.ts";

/** Looks up what mailbox providers look up about a domain. Never throws; a name that gives no answer says so. */
export async function checkDomain(dns: Dns, domain: string, mailServer: string): Promise<DomainRecord[]> {
  const textsOf = async (name: string): Promise<FoundTexts> => {
    const answer = await dns.texts(name);
    if (answer.kind === "failed") return undefined;
    return answer.kind === "found" ? answer.texts : [];
  };
  const [spf, keys, dmarc] = await Promise.all([
    followSpf(textsOf, domain),
    Promise.all(usualSelectors.map((selector) => textsOf(`${selector}._domainkey.${domain}`))),
    nearestPolicy(textsOf, domain),
  ]);
  return [
    evaluateSpf({ domain, wanted: termOfServer(mailServer), ...spf }),
    evaluateDkim(keys),
    evaluateDmarc(domain, dmarc),
  ];
}

type TextsOf = (name: string) => Promise<FoundTexts>;

/** Follows includes as receivers do: each name once, and no more names than they would ask for. */
async function followSpf(textsOf: TextsOf, domain: string) {
  const texts = await textsOf(domain);
  const includes = new Set<string>();
  let lookups = 0;
  let isPartial = false;
  let waiting = spfRecords(texts ?? []).slice(0, 1);
  while (waiting.length > 0) {
    const found = waiting.map(spfTerms);
    lookups += found.reduce((sum, terms) => sum + terms.lookups, 0);
    const fresh = [...new Set(found.flatMap((terms) => terms.includes))].filter((name) => !includes.has(name));
    const asked = fresh.slice(0, maxSpfLookups + 1 - includes.size);
    for (const name of asked) includes.add(name);
    const answers = await Promise.all(asked.map(textsOf));
    isPartial ||= answers.includes(undefined);
    waiting = answers.flatMap((answer) => spfRecords(answer ?? []).slice(0, 1));
  }
  return { texts, includes: [...includes], lookups, isPartial };
}

async function nearestPolicy(textsOf: TextsOf, domain: string): Promise<FoundTexts> {
  for (const name of dmarcDomains(domain)) {
    const found = await textsOf(`_dmarc.${name}`);
    if (!found || dmarcRecords(found).length > 0) return found;
  }
  return [];
}
