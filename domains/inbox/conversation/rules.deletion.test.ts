import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ChatMessage } from "./contract.ts";
import { canDeleteMessages, isWithoutContent, seesDeleted, withoutContent } from "./rules.ts";

test.each([
  ["dealer", false, true, true],
  ["manager", false, false, false],
  ["manager", true, true, false],
  ["agent", true, true, false],
  ["agent", false, false, false],
] as const)("%s with del_allowed %s: can delete %s, sees deleted content %s", (role, del_allowed, deletes, sees) => {
  expect(canDeleteMessages({ role, del_allowed })).toBe(deletes);
  expect(seesDeleted({ role })).toBe(sees);
});

describe("of a deleted message, everybody but the owner gets", () => {
  const marker = "A secret";
  const secret = fc.string().map((text) => `${text}${marker}${text}`);
  const kind = fc.constantFrom("image" as const, "file" as const);
  const file = fc.record({ id: fc.nat(), name: secret, kind, type: secret, size: fc.nat(), url: secret });
  const call: fc.Arbitrary<ChatMessage["call"]> = fc.record({
    outcome: fc.constantFrom("answered", "voicemail", "missed"),
    direction: fc.constantFrom("incoming", "outgoing"),
    duration: fc.option(fc.nat()),
    recording: fc.constantFrom("none", "coming", "kept", "lost"),
  });
  const deletedMessage: fc.Arbitrary<ChatMessage> = fc.record({
    id: fc.nat(),
    chat_id: fc.nat(),
    is_from_customer: fc.constantFrom(0, 1),
    media_count: fc.nat(9),
    message_type: fc.constantFrom("message", "voice"),
    message: secret,
    error: secret,
    attachment_path: fc.option(secret),
    attachments: fc.array(file),
    recording: fc.option(secret),
    call: fc.option(call),
    phone: fc.option(secret),
    web_page: fc.option(secret),
    web_name: fc.option(secret),
    client_id: fc.option(fc.uuid()),
    name_initials: fc.constant("AS"),
    sent_by: fc.constant("Andre Silva"),
    campaign: fc.option(fc.constant({ id: 3, title: "Sale" })),
    automatic: fc.constantFrom(null, "help"),
    state: fc.constantFrom("delivered", "failed", "received"),
    datetime: fc.constant("2026-03-01T16:00:00Z"),
    deleted: fc.constant({ by: "Dana Kowalski", at: "2026-03-01T17:00:00Z" }),
  });

  test("none of its content, in any field", () => {
    const fields = Object.keys(ChatMessage.shape).sort();
    fc.assert(
      fc.property(deletedMessage, (message) => {
        expect(Object.keys(message).sort()).toEqual(fields);
        const stripped = withoutContent(message);
        expect(JSON.stringify(stripped)).not.toContain(marker);
        expect(stripped).toMatchObject({ message_type: "message", attachments: [], media_count: 0, call: null });
        expect([isWithoutContent(stripped), isWithoutContent(message)]).toEqual([true, false]);
      }),
    );
  });

  test("that it existed, its author, and who deleted it", () => {
    fc.assert(
      fc.property(deletedMessage, (message) => {
        const { id, chat_id, is_from_customer, name_initials, sent_by, datetime, client_id, deleted } = message;
        const visible = { id, chat_id, is_from_customer, name_initials, sent_by, datetime, client_id, deleted };
        expect(withoutContent(message)).toMatchObject(visible);
      }),
    );
  });
});
