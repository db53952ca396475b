import type { Caller } from "#core/client.ts";
import { reviewConnections } from "#domains/reputation/sites/contract.ts";

/** Goes the owner's way to the site and back. @returns what the site sent back. */
export async function goToGoogle(owner: Caller, id: number, code = "simulated") {
  const { url } = (await owner(reviewConnections.begin, { params: { id } })).data;
  const { searchParams } = new URL(url);
  return { state: searchParams.get("state") ?? "", code: searchParams.get("code") ?? code };
}

/** Connects a site with the account's first business. @returns the site's name of it. */
export async function connectGoogle(owner: Caller, id: number, code?: string): Promise<string> {
  await owner(reviewConnections.finish, { body: await goToGoogle(owner, id, code) });
  const { listings } = (await owner(reviewConnections.listings, { params: { id } })).data;
  const ref = listings[0]?.ref ?? "";
  await owner(reviewConnections.choose, { params: { id }, body: { ref } });
  return ref;
}
