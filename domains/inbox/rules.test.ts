import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  afterAsking,
  cannotSend,
  mayRetry,
  movesOn,
  previewOf,
  readCursor,
  readReference,
  referenceOf,
  writeCursor,
} from "./rules.ts";

const statuses = ["queued", "sent", "delivered", "failed"] as const;

describe("a text's state", () => {
  test("whatever order reports come in, the last state is a final one as soon as any was final", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...statuses), { minLength: 1 }), (reports) => {
        let known: (typeof statuses)[number] | "" = "";
        for (const report of reports) if (movesOn(known, report)) known = report;
        const firstFinal = reports.find((report) => report === "delivered" || report === "failed");
        expect(known).toBe(firstFinal ?? (reports.includes("sent") ? "sent" : "queued"));
      }),
    );
  });

  test.each([
    [{ is_from_customer: 0, state: "failed" }, true],
    [{ is_from_customer: 0, state: "unknown" }, false],
    [{ is_from_customer: 0, state: "delivered" }, false],
    [{ is_from_customer: 1, state: "failed" }, false],
  ])("only our own failed text may be sent again: %o → %s", (message, expected) => {
    expect(mayRetry(message)).toBe(expected);
  });
});

describe("a lost answer", () => {
  const found = { kind: "found" } as const;
  const unclear = { kind: "unclear" } as const;
  test.each([
    [found, 1, "adopt"],
    [{ kind: "absent", surely: true } as const, 1, "send again"],
    [{ kind: "absent", surely: false } as const, 1, "ask again"],
    [{ kind: "absent", surely: false } as const, 2, "send again"],
    [unclear, 1, "ask again"],
    [unclear, 4, "ask again"],
    [unclear, 5, "give up"],
  ])("%o when asked %i times → %s", (answer, asked, expected) => {
    expect(afterAsking(answer, asked)).toBe(expected);
  });
});

test.each([
  [{ suppressed: false, sender: "+19095550100" }, ""],
  [{ suppressed: true, sender: "+19095550100" }, "This customer has opted out of text messages."],
  [{ suppressed: false, sender: undefined }, "This location has no phone number yet, so it can't send texts."],
  [{ suppressed: true, sender: undefined }, "This customer has opted out of text messages."],
])("%o → %s", (facts, reason) => {
  expect(cannotSend(facts)).toBe(reason);
});

test("references and cursors are read back as they were written, and nothing else is", () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(id, id, fc.integer({ min: 1, max: 999_999 }), (dealer_id, message_id, attempt) => {
      const key = { dealer_id, message_id, attempt };
      expect(readReference(referenceOf(key))).toEqual(key);
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(0, 1), id, id, (is_pinned, chat_time, one) => {
      const cursor = { is_pinned, chat_time, id: one };
      expect(readCursor(writeCursor(cursor))).toEqual(cursor);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/^\d+\.\d+\.\d+$/.test(text))
        expect([readReference(text), readCursor(text)]).toEqual([undefined, undefined]);
    }),
  );
});

test.each([
  ["two\n lines ", 0, "two lines"],
  ["", 1, "Sent an attachment"],
  ["", 3, "Sent 3 attachments"],
  ["with words", 2, "with words"],
  ["x".repeat(200), 0, `${"x".repeat(159)}…`],
  ["😀".repeat(100), 0, "😀".repeat(100)],
  ["😀".repeat(200), 0, `${"😀".repeat(159)}…`],
])("the row shows %j with %i files as %j", (message, count, expected) => {
  expect(previewOf(message, count)).toBe(expected);
});
