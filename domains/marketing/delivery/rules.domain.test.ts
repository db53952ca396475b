import { describe, expect, test } from "vitest";
import {
  dmarcDomains,
  evaluateDkim,
  evaluateDmarc,
  evaluateSpf,
  type SpfFacts,
  spfTerms,
  termOfServer,
} from "./rules.ts";

const spf = (texts: readonly string[] | undefined, more: Partial<SpfFacts> = {}) => {
  const wanted = "include:sendgrid.net";
  const { state, publish } = evaluateSpf({
    domain: "harbor.test",
    texts,
    includes: [],
    lookups: 1,
    isPartial: false,
    wanted,
    ...more,
  });
  return [state, publish?.value];
};

describe("SPF", () => {
  test.each<[texts: readonly string[] | undefined, more: Partial<SpfFacts>, state: string, value: string | undefined]>([
    [["v=spf1 include:sendgrid.net -all"], {}, "ok", undefined],
    [["site=1", "V=SPF1 include:group.test ~all"], { includes: ["group.test", "sendgrid.net"] }, "ok", undefined],
    [["v=spf1 mx ~all"], { wanted: "" }, "ok", undefined],
    [["v=spf1 mx ~all"], {}, "warning", "v=spf1 include:sendgrid.net mx ~all"],
    [["v=spf1 include:silent.test ~all"], { isPartial: true }, "unknown", undefined],
    [["v=spf10 nothing", "other"], {}, "missing", "v=spf1 include:sendgrid.net ~all"],
    [[], { wanted: "" }, "missing", undefined],
    [["v=spf1 mx -all", "v=spf1 include:a.test mx ?all"], {}, "warning", "v=spf1 mx include:a.test ~all"],
    [["v=spf1 mx +all"], {}, "warning", "v=spf1 mx ~all"],
    [["v=spf1 all"], {}, "warning", "v=spf1 ~all"],
    [["v=spf1 include:sendgrid.net ~all"], { lookups: 11 }, "warning", undefined],
    [undefined, {}, "unknown", undefined],
  ])("%o with %o is %s", (texts, more, state, value) => {
    expect(spf(texts, more)).toEqual([state, value]);
  });

  test("counts what receivers look up, and follows includes and a redirect", () => {
    expect(
      spfTerms(
        "v=spf1 a mx:b.test ip4:192.0.2.1 include:C.test ?include:d.test exists:%{i}.e.test redirect=f.test -all",
      ),
    ).toEqual({
      includes: ["c.test", "d.test", "f.test"],
      lookups: 6,
    });
    expect(spfTerms(`v=spf1 ${"include:a.test ".repeat(5_000)}`).lookups).toBe(199);
  });

  test.each([
    ["email-smtp.us-east-1.amazonaws.com", "include:amazonses.com"],
    ["SMTP.sendgrid.net", "include:sendgrid.net"],
    ["sendgrid.net.evil.test", ""],
    ["mail.harbor.test", ""],
  ])("a customer of %s names %s", (host, term) => {
    expect(termOfServer(host)).toBe(term);
  });
});

describe("DKIM", () => {
  const key = (length: number) => `v=DKIM1; k=rsa; p=${"A".repeat(length)}`;
  test.each<[string, readonly (readonly string[] | undefined)[], string]>([
    ["a key", [[], [key(392)], undefined], "ok"],
    ["a key of 1,024 bits in pieces", [[`p=${"A".repeat(108)} ${"A".repeat(108)}`]], "ok"],
    ["an elliptic key", [["v=DKIM1; k=ed25519; p=abc="]], "ok"],
    ["a short key", [[key(128)]], "warning"],
    ["a key that was taken back", [["v=DKIM1; p="]], "unknown"],
    ["another record", [["hello", "v=spf1 -all", "=;;=p"]], "unknown"],
    ["no answer", [undefined, undefined], "unknown"],
  ])("%s is %s", (_, keys, state) => {
    expect(evaluateDkim(keys).state).toBe(state);
  });
});

describe("DMARC", () => {
  test.each<[readonly string[] | undefined, string, string | undefined]>([
    [["v=DMARC1; p=none"], "ok", undefined],
    [["v=DMARC1;p=REJECT;sp=none"], "ok", undefined],
    [["v=DMARC1; rua=mailto:a@b.test"], "warning", "v=DMARC1; p=none"],
    [["v=DMARC1; p=none", "v=DMARC1; p=reject"], "warning", undefined],
    [["v=DMARC10; p=none"], "missing", "v=DMARC1; p=none"],
    [[], "missing", "v=DMARC1; p=none"],
    [undefined, "unknown", undefined],
  ])("%o is %s", (texts, state, value) => {
    const { state: judged, publish } = evaluateDmarc("harbor.test", texts);
    expect([judged, publish?.value]).toEqual([state, value]);
  });

  test("is looked for at the domain and at those above it", () => {
    expect(dmarcDomains("mail.shop.harbor.test")).toEqual(["mail.shop.harbor.test", "shop.harbor.test", "harbor.test"]);
    expect(dmarcDomains("a.".repeat(100).concat("test"))).toHaveLength(5);
  });
});
