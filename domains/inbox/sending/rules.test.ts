import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  canRetry,
  helpContact,
  isStatusAdvance,
  nextSettleStep,
  parseSendReference,
  sendBlockedReason,
  sendReference,
} from "./rules.ts";

const statuses = ["queued", "sent", "delivered", "failed"] as const;

describe("a text's state", () => {
  test("in whatever order reports arrive, the first final status wins", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...statuses), { minLength: 1 }), (reports) => {
        let current: (typeof statuses)[number] | "" = "";
        for (const report of reports) if (isStatusAdvance(current, report)) current = report;
        const firstFinal = reports.find((report) => report === "delivered" || report === "failed");
        expect(current).toBe(firstFinal ?? (reports.includes("sent") ? "sent" : "queued"));
      }),
    );
  });

  test.each([
    [{ is_from_customer: 0, state: "failed", isOfCampaign: false }, true],
    [{ is_from_customer: 0, state: "failed", isOfCampaign: true }, false],
    [{ is_from_customer: 0, state: "unknown", isOfCampaign: false }, false],
    [{ is_from_customer: 0, state: "delivered", isOfCampaign: false }, false],
    [{ is_from_customer: 1, state: "failed", isOfCampaign: false }, false],
  ])("only an outbound text that failed can be retried: %o → %s", (message, expected) => {
    expect(canRetry(message)).toBe(expected);
  });
});

describe("a lost response", () => {
  const found = { kind: "found" } as const;
  const unclear = { kind: "unclear" } as const;
  test.each([
    [found, 1, false, "adopt"],
    [{ kind: "absent", surely: true } as const, 1, false, "send again"],
    [{ kind: "absent", surely: false } as const, 1, true, "ask again"],
    [{ kind: "absent", surely: false } as const, 2, false, "ask again"],
    [{ kind: "absent", surely: false } as const, 9, false, "ask again"],
    [{ kind: "absent", surely: false } as const, 2, true, "send again"],
    [unclear, 1, true, "ask again"],
    [unclear, 4, true, "ask again"],
    [unclear, 5, false, "give up"],
  ])("%o after %i lookups, all listed: %s → %s", (lookup, attempts, isListed, expected) => {
    expect(nextSettleStep(lookup, attempts, isListed)).toBe(expected);
  });
});

const sender = { registration: "registered", blocks_replies: 0 } as const;
const held = { registration: "missing", blocks_replies: 0 } as const;

test.each([
  [{ suppressed: false, sender }, ""],
  [{ suppressed: false, sender: held }, ""],
  [{ suppressed: false, sender: { ...sender, blocks_replies: 1 } }, ""],
  [
    { suppressed: false, sender: { ...held, blocks_replies: 1 } },
    "This location's number isn't registered yet, so it can't send texts.",
  ],
  [{ suppressed: true, sender }, "This customer has opted out of text messages."],
  [{ suppressed: false, sender: undefined }, "This location has no phone number yet, so it can't send texts."],
  [{ suppressed: true, sender: undefined }, "This customer has opted out of text messages."],
  [
    { suppressed: false, problem: "Toll-free numbers can't be texted", sender: undefined },
    "Toll-free numbers can't be texted.",
  ],
])("%o → %s", (facts, reason) => {
  expect(sendBlockedReason({ problem: undefined, ...facts })).toBe(reason);
});

test("references round-trip, and nothing else parses", () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(id, id, fc.integer({ min: 1, max: 999_999 }), (dealer_id, message_id, attempt) => {
      const key = { dealer_id, message_id, attempt };
      expect(parseSendReference(sendReference(key))).toEqual(key);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/^\d+\.\d+\.\d+$/.test(text)) expect(parseSendReference(text)).toBeUndefined();
    }),
  );
});

test.each([
  ["+19095550123", "+19095550199", "(909) 555-0123"],
  ["909-555-0123", "", "(909) 555-0123"],
  ["", "+19095550199", "(909) 555-0199"],
  ["ask for Joe", "+19095550199", "(909) 555-0199"],
  ["", "", "info@dealer.test"],
  ["12", "", "info@dealer.test"],
])("HELP for a business with phone %j and a location with %j names %j", (business, call, contact) => {
  expect(helpContact(business, call, "info@dealer.test")).toBe(contact);
});
