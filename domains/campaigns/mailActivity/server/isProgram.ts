import { isbot } from "isbot";

/** Mailbox providers that load pictures when their user opens the mail, not before. */
const proxies = /GoogleImageProxy|YahooMailProxy/i;

/** Whether nobody reads what this visitor fetches. Apple's mail privacy loads everything under the barest of names. */
export function isProgram(agent: string): boolean {
  if (proxies.test(agent)) return false;
  return agent.trim() === "" || agent.trim() === "Mozilla/5.0" || isbot(agent);
}
