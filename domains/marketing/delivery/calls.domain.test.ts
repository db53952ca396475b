import { afterAll, beforeEach, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { domainChecks } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
beforeEach(() => {
  app.dns.zone = new Map();
  app.dns.asked.length = 0;
});

async function check() {
  const owner = await app.signIn(dealer.owner);
  return (await owner(domainChecks.check)).data;
}
const states = async () => Object.fromEntries((await check()).records.map(({ kind, state }) => [kind, state]));

test("a domain with everything is fine, and its policy may stand above it", async () => {
  app.dns.zone.set("rooftop.test", ["v=spf1 include:group.test -all"]);
  app.dns.zone.set("group.test", ["v=spf1 include:sendgrid.net -all"]);
  app.dns.zone.set("s1._domainkey.rooftop.test", [`k=rsa; p=${"A".repeat(392)}`]);
  app.dns.zone.set("_dmarc.rooftop.test", ["v=DMARC1; p=reject"]);
  expect(await check()).toMatchObject({ domain: "rooftop.test", checked_at: app.clock.now().toISOString() });
  expect(await states()).toEqual({ spf: "ok", dkim: "ok", dmarc: "ok" });
});

test("a domain with nothing gets the records to publish", async () => {
  expect((await check()).records).toMatchObject([
    {
      kind: "spf",
      state: "missing",
      publish: { type: "TXT", name: "rooftop.test", value: "v=spf1 include:sendgrid.net ~all" },
    },
    { kind: "dkim", state: "unknown", publish: null },
    { kind: "dmarc", state: "missing", publish: { name: "_dmarc.rooftop.test", value: "v=DMARC1; p=none" } },
  ]);
});

test("includes that go round in circles, or have no end, are followed a few steps only", async () => {
  app.dns.zone.set("rooftop.test", ["v=spf1 include:a.test -all"]);
  app.dns.zone.set("a.test", ["v=spf1 include:rooftop.test include:a.test -all"]);
  expect(await states()).toMatchObject({ spf: "warning" });
  expect(app.dns.asked.filter((name) => name === "a.test")).toHaveLength(1);
  app.dns.asked.length = 0;
  const many = Array.from({ length: 40 }, (_, n) => `include:n${n}.test`).join(" ");
  app.dns.zone.set("rooftop.test", [`v=spf1 ${many} -all`]);
  expect(await states()).toMatchObject({ spf: "warning" });
  expect(app.dns.asked.filter((name) => /^n\d+\.test$/.test(name)).length).toBeLessThan(12);
});

test("where nobody answers, it says so and claims nothing", async () => {
  const { texts } = app.dns;
  app.dns.texts = async () => ({ kind: "failed" });
  expect(await states()).toEqual({ spf: "unknown", dkim: "unknown", dmarc: "unknown" });
  app.dns.texts = texts;
});
