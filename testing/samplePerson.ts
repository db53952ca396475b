import { type Caller, createCaller } from "#core/client.ts";
import { accounts } from "#domains/accounts/contract.ts";
import { samplePassword } from "./process.ts";

/** A user signed in to a running app. */
export interface SamplePerson {
  readonly call: Caller;
  readonly token: string;
}

/** A typed caller over the network. */
export function callerAt(url: string, token?: string): Caller {
  return createCaller(
    async ({ method, path, headers, body }) => {
      const answer = await fetch(`${url}${path}`, { method, headers, ...(body !== undefined && { body }) });
      return { status: answer.status, header: (name) => answer.headers.get(name), text: () => answer.text() };
    },
    (): Record<string, string> => (token ? { authorization: `Bearer ${token}` } : {}),
  );
}

/** Signs in as the sample dealership's owner. */
export async function sampleOwner(url: string): Promise<SamplePerson> {
  const body = { email: "owner@demo.rooftop.test", password: samplePassword, remember_me: 0 };
  const { data } = await callerAt(url)(accounts.login, { body });
  return { call: callerAt(url, data.access_token), token: data.access_token };
}
