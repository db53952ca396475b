import type { Caller } from "#core/client.ts";
import { reviewSites } from "#domains/reputation/sites/contract.ts";
import { moveToNoon } from "#testing/campaigns/startCampaigns.ts";
import { addCustomer } from "#testing/customer.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp, type TestApp } from "#testing/testApp.ts";

let count = 0;

/** A phone from Albany that no other test uses. */
export function albanyPhone(): string {
  count += 1;
  return `+1518555${String(1000 + count)}`;
}

/** A customer in Albany, where everybody may be texted at noon. */
export const addReviewer = (call: Caller, fields: Parameters<typeof addCustomer>[1] = {}) =>
  addCustomer(call, { address: "1 Elm St, Albany, NY 12207", phone: albanyPhone(), ...fields });

export const googleLink = "https://search.google.com/local/writereview?placeid=ChIJ123";
export const yelpLink = "https://www.yelp.com/writeareview/biz/harbor";

/** A business whose first location has Google and Yelp as review sites, in this order. */
export async function startReviews() {
  const app = await startTestApp();
  const dealer = await app.dealership();
  moveToNoon(app);
  const roles = ["owner", "manager", "agent"] as const;
  const callers = new Map<(typeof roles)[number], Caller>();
  const signIn = async () => {
    for (const role of roles) callers.set(role, await app.signIn(dealer[role]));
  };
  await signIn();
  const callerOf = (role: (typeof roles)[number]) => ((call, given) => callers.get(role)?.(call, given)) as Caller;
  const [owner, manager, agent] = [callerOf("owner"), callerOf("manager"), callerOf("agent")];
  /** Lets time pass, after which everybody signs in again. */
  const pass = async (ms: number) => {
    app.clock.advance(ms);
    await signIn();
  };
  const google = await addSite(owner, "google", googleLink);
  const yelp = await addSite(owner, "yelp", yelpLink);
  return { app, dealer, owner, manager, agent, google, yelp, pass, page: pageOf(app) };
}

/** Adds a site to the page. @returns its id. */
export async function addSite(call: Caller, kind: "google" | "yelp", write_url: string): Promise<number> {
  return (await call(reviewSites.add, { body: { kind, title: "", write_url, is_shown: 1 } })).data.id;
}

const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1";

/** The page behind an invite's link, as a browser without a session gets it. */
function pageOf({ http }: TestApp) {
  return {
    open: (url: string, headers: Record<string, string> = {}) =>
      http.inject({ url, headers: { "user-agent": phone, ...headers } }),
    answer: (url: string, payload: string, headers: Record<string, string> = {}) =>
      http.inject({
        method: "POST",
        url,
        payload,
        headers: { "user-agent": phone, "content-type": "application/x-www-form-urlencoded", ...headers },
      }),
  };
}

/** The link's path in the newest text to a phone or mail to an address. */
export function linkTo(app: TestApp, contact: string): string {
  const text = app.sms.sent.findLast(({ to }) => to === contact)?.body ?? app.mails.to(contact)?.text ?? "";
  return /https:\/\/rooftop\.test(\/r\/[\w.-]+)/.exec(text)?.[1] ?? "";
}

export type ReviewTest = Awaited<ReturnType<typeof startReviews>>;
export type { Dealership };
