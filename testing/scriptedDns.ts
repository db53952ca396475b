import type { Dns } from "#ports/dns/dns.ts";

/** For tests: a domain name system that a test writes. */
export interface ScriptedDns extends Dns {
  /** Text records by name. A name that isn't there has none; one with `undefined` gives no answer. */
  zone: Map<string, readonly string[] | undefined>;
  /** The names that were asked for. */
  readonly asked: string[];
}

export function createScriptedDns(): ScriptedDns {
  const dns: ScriptedDns = {
    zone: new Map(),
    asked: [],
    async texts(name) {
      dns.asked.push(name);
      if (!dns.zone.has(name)) return { kind: "none" };
      const texts = dns.zone.get(name);
      return texts ? { kind: "found", texts } : { kind: "failed" };
    },
  };
  return dns;
}
