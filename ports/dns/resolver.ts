import { Resolver } from "node:dns/promises";
import { type Dns, maxCharacters, maxRecords, type TextRecords } from "./dns.ts";

export interface ResolverSettings {
  /** `address:port` of each name server; without any, the machine's own are asked. */
  readonly servers?: readonly string[];
  /** Milliseconds after which an answer is not waited for. */
  readonly timeout?: number;
}

/** Nothing stands there, or the name itself doesn't exist; everything else is no answer. */
const absent = ["ENODATA", "ENOTFOUND"];

/** Asks the machine's name servers, which follow aliases and give up where these go round in circles. */
export function createResolver({ servers = [], timeout = 2_000 }: ResolverSettings = {}): Dns {
  const resolver = new Resolver({ timeout, tries: 1 });
  if (servers.length > 0) resolver.setServers([...servers]);
  return {
    async texts(name) {
      const { promise: late, resolve } = Promise.withResolvers<TextRecords>();
      const timer = setTimeout(resolve, 2 * timeout, { kind: "failed" });
      try {
        return await Promise.race([ask(resolver, name), late]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

async function ask(resolver: Resolver, name: string): Promise<TextRecords> {
  try {
    const records = await resolver.resolveTxt(name);
    const texts = records.slice(0, maxRecords).map((parts) => parts.join("").slice(0, maxCharacters));
    return texts.length > 0 ? { kind: "found", texts } : { kind: "none" };
  } catch (error) {
    return { kind: absent.includes((error as NodeJS.ErrnoException).code ?? "") ? "none" : "failed" };
  }
}
