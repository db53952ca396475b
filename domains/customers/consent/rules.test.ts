import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ConsentKind, consentKinds } from "./contract.ts";
import { consentStatus, type LedgerEntry, needsEvidence, strictest } from "./rules.ts";

/** Builds a ledger from events, oldest first; the result is newest first, as it is read. */
function ledger(...kinds: (ConsentKind | Partial<LedgerEntry>)[]): LedgerEntry[] {
  const lines = kinds.map((one, place) => {
    const entry = typeof one === "string" ? { event: one } : one;
    return { event: "granted" as const, id: place + 1, ...entry };
  });
  return lines.reverse();
}

const dismissal = (decides: number): Partial<LedgerEntry> => ({ event: "dismissed", decides });
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
  ["an attestation after one taken back", ledger(attested(7), withdrawn(7), attested(8)), "attested", true],
] as const)("%s: %#", (_what, lines, state, marketable) => {
  expect(consentStatus(lines)).toMatchObject({ state, marketable, suppressed: state === "revoked" });
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
        const said = lines.find(({ event }) => event === "granted" || event === "revoked");
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
