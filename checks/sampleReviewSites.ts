import { reviewConnections, reviewSites } from "#domains/reputation/sites/contract.ts";
import type { Dealership } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { connectGoogle, goToGoogle } from "#testing/reputation/connectGoogle.ts";
import type { TestApp } from "#testing/testApp.ts";

interface FreshBusiness {
  readonly app: TestApp;
  readonly fresh: Dealership;
}

/** A fresh business's owner, with a Google site of theirs. */
async function freshSite({ app, fresh }: FreshBusiness) {
  const token = await app.token(fresh.owner);
  const call = injectedCaller(app.http, token);
  const body = { kind: "google", title: "", write_url: "https://g.page/r/harbor/review", is_shown: 1 } as const;
  return { token, call, id: (await call(reviewSites.add, { body })).data.id };
}

/** The same, with the site connected. */
async function connectedSite(setting: FreshBusiness) {
  const { token, call, id } = await freshSite(setting);
  await connectGoogle(call, id);
  return { token, values: { id } };
}

/** What the calls about connected review sites need before they succeed. */
export const reviewSitePreparations = {
  "reviewConnections.finish": async (setting: FreshBusiness) => {
    const { token, call, id } = await freshSite(setting);
    return { token, values: await goToGoogle(call, id) };
  },
  "reviewConnections.choose": async (setting: FreshBusiness) => {
    const { token, call, id } = await freshSite(setting);
    await call(reviewConnections.finish, { body: await goToGoogle(call, id) });
    const { listings } = (await call(reviewConnections.listings, { params: { id } })).data;
    return { token, values: { id, ref: listings[0]?.ref ?? "" } };
  },
  "reviewConnections.begin": async (setting: FreshBusiness) => {
    const { token, id } = await freshSite(setting);
    return { token, values: { id } };
  },
  "reviewConnections.listings": connectedSite,
  "reviewConnections.sync": connectedSite,
  "reviewConnections.disconnect": connectedSite,
};
