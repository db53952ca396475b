import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConsentKind, consentKinds, consentSources, consentStates } from "./contract.ts";
import {
  consentStatus,
  consentView,
  decidingEntry,
  type LedgerEntry,
  needsEvidence,
  type OptOut,
  openOptOuts,
  originInWords,
  sourceInWords,
  stateInWords,
  strictest,
  takeAllBackUntil,
  takeBackUntil,
} from "./rules.ts";

/** Builds a ledger from events, oldest first; the result is newest first, as it is read. */
function ledger(...kinds: (ConsentKind | Partial<LedgerEntry>)[]): LedgerEntry[] {
  const lines = kinds.map((one, place) => {
    const entry = typeof one === "string" ? { event: one } : one;
    return { event: "granted" as const, id: place + 1, ...entry };
  });
  return lines.reverse();
}

const dismissal = (decides: number): Partial<LedgerEntry> => ({ event: "dismissed", decides });
const restored = (decides: number): Partial<LedgerEntry> => ({ event: "restored", decides });
const attested = (upload_id: number): Partial<LedgerEntry> => ({ event: "attested", upload_id });
const withdrawn = (upload_id: number): Partial<LedgerEntry> => ({ event: "withdrawn", upload_id });

test.each([
  ["nothing", ledger(), "unknown", false],
  ["an agreement", ledger("granted"), "granted", true],
  ["an attestation", ledger("attested"), "attested", true],
  ["a STOP", ledger("granted", "revoked"), "revoked", false],
  ["a START after it", ledger("revoked", "granted"), "granted", true],
  ["an import after a STOP", ledger("revoked", "attested"), "revoked", false],
  ["a question", ledger("granted", "asked"), "asked", false],
  ["an import after a question", ledger("asked", "attested"), "asked", false],
  ["a dismissed question", ledger("granted", "asked", dismissal(2)), "granted", true],
  ["a dismissed question about nobody known", ledger("asked", dismissal(1)), "unknown", false],
  ["a newer question than the dismissed one", ledger("granted", "asked", "asked", dismissal(2)), "asked", false],
  ["questions, the last dismissed", ledger("granted", "asked", "asked", dismissal(3)), "granted", true],
  ["a question answered with a STOP", ledger("asked", "revoked", dismissal(1)), "revoked", false],
  ["a question answered with a START", ledger("asked", "granted"), "granted", true],
  ["a question of somebody who opted out", ledger("revoked", "asked"), "revoked", false],
  ["an attestation taken back", ledger(attested(7), withdrawn(7)), "unknown", false],
  ["one of two taken back", ledger(attested(7), attested(8), withdrawn(8)), "attested", true],
  ["one taken back after a START", ledger("granted", attested(7), withdrawn(7)), "granted", true],
  ["one taken back after a STOP", ledger(attested(7), "revoked", withdrawn(7)), "revoked", false],
  ["an opt-out taken back", ledger("granted", "revoked", restored(2)), "granted", true],
  ["an opt-out of somebody unknown taken back", ledger("revoked", restored(1)), "unknown", false],
  ["an opt-out taken back, then a STOP", ledger("granted", "revoked", restored(2), "revoked"), "revoked", false],
  ["an opt-out taken back after a STOP", ledger("granted", "revoked", "revoked", restored(2)), "revoked", false],
  ["an opt-out taken back before it", ledger("granted", restored(3), "granted"), "granted", true],
  ["a question, an opt-out, and that taken back", ledger("granted", "asked", "revoked", restored(3)), "asked", false],
  ["an import while opted out, and that taken back", ledger("revoked", attested(7), restored(1)), "attested", true],
  ["an attestation after one taken back", ledger(attested(7), withdrawn(7), attested(8)), "attested", true],
] as const)("%s: %#", (_what, lines, state, marketable) => {
  expect(consentStatus(lines)).toMatchObject({ state, marketable, suppressed: state === "revoked" });
});

describe("an opt-out can be taken back", () => {
  const at = new Date("2026-11-26T15:00:00Z");
  const later = (hours: number, ms = 0) => new Date(at.getTime() + hours * 3_600_000 + ms);
  const own: OptOut = { channel: "sms", source: "staff", decides: null, at };

  test.each([
    ["at once", own, at, true],
    ["just before the end of its day", own, later(24, -1), true],
    ["after a day", own, later(24), false],
    ["after a year", own, later(24 * 365), false],
    ["by staff who decided about the person's words", { ...own, decides: 7 }, at, false],
  ] as const)("%s", (_when, optOut, now, may) => {
    expect(takeAllBackUntil([optOut], now)).toEqual(may ? later(24) : undefined);
  });

  test.each(["keyword", "message", "import", "widget", "form", "carrier", "campaign", "invite"])(
    "not from %s",
    (source) => {
      expect(takeBackUntil({ ...own, source })).toBeUndefined();
    },
  );

  test.each(["one_click", "page", "mail", "report", "staff"])("not for an email address, from %s", (source) => {
    expect(takeBackUntil({ ...own, channel: "email", source })).toBeUndefined();
  });

  test("only if every one of several phones' may, until the first of them ends", () => {
    const [earlier, stop] = [
      { ...own, at: later(-2) },
      { ...own, source: "keyword" },
    ];
    expect(takeAllBackUntil([own, earlier], later(1))).toEqual(later(22));
    expect(takeAllBackUntil([own, stop], later(1))).toBeUndefined();
    expect(takeAllBackUntil([], at)).toBeUndefined();
  });

  test("one opt-out is open until it is lifted or taken back", () => {
    const openIds = (...lines: Parameters<typeof ledger>) => openOptOuts(ledger(...lines)).map(({ id }) => id);
    expect(openIds("revoked")).toEqual([1]);
    expect(openIds("revoked", "granted")).toEqual([]);
    expect(openIds("revoked", restored(1))).toEqual([]);
    expect(openIds("revoked", "revoked", restored(1))).toEqual([2]);
    expect(openIds("revoked", { event: "granted", scope: "conversation" })).toEqual([1]);
  });
});

const anyLedger = fc
  .array(
    fc.record({ event: fc.constantFrom(...consentKinds), upload_id: fc.constantFrom(null, 1, 2), decides: fc.nat(12) }),
  )
  .map((lines) => ledger(...lines));

describe("for any ledger", () => {
  test("only a later agreement lifts a STOP", () => {
    fc.assert(
      fc.property(anyLedger, (lines) => {
        const isRestored = (id: number) => lines.some(({ event, decides }) => event === "restored" && decides === id);
        const said = lines.find(({ event, id }) => event === "granted" || (event === "revoked" && !isRestored(id)));
        return consentStatus(lines).suppressed === (said?.event === "revoked");
      }),
    );
  });

  test("nobody who opted out or asked to gets marketing", () => {
    fc.assert(
      fc.property(anyLedger, (lines) => {
        const standing = consentStatus(lines);
        return !standing.marketable || (!standing.suppressed && standing.question === undefined);
      }),
    );
  });

  test("the strictest of several phones counts", () => {
    fc.assert(
      fc.property(fc.array(anyLedger, { minLength: 1, maxLength: 3 }), (ledgers) => {
        const [own, ...others] = ledgers.map(consentStatus);
        if (!own) return false;
        const all = strictest([own, ...others]);
        const each = [own, ...others];
        return (
          all.suppressed === each.some(({ suppressed }) => suppressed) &&
          needsEvidence(all) === each.some(needsEvidence) &&
          (!all.marketable || (own.marketable && !each.some(needsEvidence)))
        );
      }),
    );
  });
});

test("five states are shown as three", () => {
  expect(consentStates.map((state) => [state, consentView(state)])).toEqual([
    ["unknown", "none"],
    ["granted", "in"],
    ["attested", "in"],
    ["asked", "none"],
    ["revoked", "out"],
  ]);
});

describe("where a state came from", () => {
  test("the newest entry that says it decides, except an attestation withdrawn since", () => {
    const lines = ledger("attested", { event: "attested", upload_id: 2 }, { event: "withdrawn", upload_id: 2 });
    expect(decidingEntry("attested", lines)?.id).toBe(1);
    expect(decidingEntry("revoked", ledger("revoked", "asked"))?.id).toBe(1);
    expect(decidingEntry("unknown", ledger("dismissed"))).toBeUndefined();
  });

  const entry = { source: "keyword", words: "STOP", by: "", file_name: "" } as const;
  test.each([
    ["unknown", undefined, "You can reply but not market"],
    ["asked", entry, "Asked to stop?"],
    ["granted", undefined, ""],
    ["revoked", entry, "Keyword STOP"],
    ["revoked", { ...entry, words: "Stop texting me, all of you" }, "By text"],
    ["granted", { ...entry, source: "staff", by: "Dana Kowalski" }, "By Dana Kowalski"],
    ["granted", { ...entry, source: "staff" }, "By your team"],
    ["attested", { ...entry, source: "import", file_name: "fall.csv" }, "Import fall.csv"],
    ["attested", { ...entry, source: "import" }, "With an import"],
    ["revoked", { ...entry, source: "carrier" }, "Reported by the carrier"],
  ] as const)("%s: %o is %s", (state, said, words) => {
    expect(originInWords(state, said)).toBe(words);
  });

  test.each(consentSources)("a sentence says where consent was attested: %s", (source) => {
    const said = stateInWords("attested", { source, file_name: "" });
    expect(said).toBe(`Consent was attested ${sourceInWords[source]}.`);
    expect(said.includes("import")).toBe(source === "import");
  });

  test.each([
    [
      "attested",
      { ...entry, source: "import", file_name: "fall.csv" },
      "Consent was attested with the import of fall.csv.",
    ],
    ["attested", { ...entry, source: "campaign" }, "Consent was attested with a campaign."],
    ["attested", { ...entry, source: "invite" }, "Consent was attested with a review invite."],
    ["attested", undefined, "Your team confirmed this customer's consent."],
    ["granted", { ...entry, source: "campaign" }, "Opted in: this customer agreed to be texted."],
  ] as const)("%s: %o in a sentence", (state, said, words) => expect(stateInWords(state, said)).toBe(words));
});
