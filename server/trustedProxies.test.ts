import { afterAll, describe, expect, test } from "vitest";
import { registration } from "#domains/accounts/registration/contract.ts";
import { settings } from "#domains/accounts/settings/contract.ts";
import { password } from "#testing/dealership.ts";
import { injectedCaller } from "#testing/injectedCaller.ts";
import { startTestApp } from "#testing/testApp.ts";
import { parseTrustedProxies } from "./trustedProxies.ts";

test.each([
  ["127.0.0.1", ["127.0.0.1"]],
  ["10.0.0.0/8, 192.168.1.7", ["10.0.0.0/8", "192.168.1.7"]],
  ["::1,fd00::/8", ["::1", "fd00::/8"]],
  ["loopback,linklocal, uniquelocal", ["loopback", "linklocal", "uniquelocal"]],
  ["2001:db8::/128", ["2001:db8::/128"]],
])("%s names proxies", (list, proxies) => {
  expect(parseTrustedProxies(list)).toEqual(proxies);
});

test.each(["true", "*", "1", "proxy.example.com", "10.0.0", "0.0.0.0/0", "::/0", "10.0.0.0/33", "fd00::/129"])(
  "%s names no proxies",
  (list) => {
    expect(parseTrustedProxies(list)).toBeUndefined();
    expect(parseTrustedProxies(`127.0.0.1, ${list}`)).toBeUndefined();
  },
);

test.each(["", "10.0.0.1,", "10.0.0.1/", "10.0.0.1/x", "10.0.0.1/8/8", "10.0.0.1/08"])(
  "the unfinished list %j names no proxies",
  (list) => expect(parseTrustedProxies(list)).toBeUndefined(),
);

describe.each([
  ["a made-up address counts for nothing", [], "198.51.100.4", "198.51.100.4"],
  ["nor does one from this machine", [], "127.0.0.1", "127.0.0.1"],
  ["nor one from anybody but the trusted proxy", ["10.0.0.0/8"], "198.51.100.4", "198.51.100.4"],
  ["a trusted proxy names the caller, whatever the caller made up", ["10.0.0.0/8"], "10.0.0.5", "203.0.113.9"],
])("%s", async (_, trustProxy, remoteAddress, ip) => {
  const app = await startTestApp({}, { trustProxy });
  afterAll(() => app.close());
  const { agent: email } = await app.dealership();

  test("in sessions and in the audit", async () => {
    const headers = { "x-forwarded-for": "192.0.2.1, 203.0.113.9", forwarded: "for=192.0.2.1" };
    const payload = { email, password, remember_me: 0 };
    const signedIn = await app.http.inject({ method: "POST", url: "/api/login", headers, payload, remoteAddress });
    const { data } = signedIn.json();
    const { sessions } = (await injectedCaller(app.http, data.access_token)(settings.sessions)).data;
    expect(sessions[0]?.ip).toBe(ip);
    const { rows } = await app.pool.query("select distinct ip from audit_log where ip is not null");
    expect(rows).toEqual([{ ip }]);
  });

  test("in limits", async () => {
    const check = (index: number) =>
      app.http.inject({
        method: "POST",
        url: `/api${registration.checkEmail.path}`,
        headers: { "x-forwarded-for": `192.0.2.${index}, 203.0.113.9` },
        payload: { email: `nobody${index}@example.com` },
        remoteAddress,
      });
    const statuses: number[] = [];
    for (let index = 0; index <= registration.checkEmail.rate.points; index++)
      statuses.push((await check(index)).statusCode);
    expect(statuses.filter((status) => status === 429)).toHaveLength(1);
    expect(statuses.at(-1)).toBe(429);
  });
});
