import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ChatMessage } from "./contract.ts";
import {
  type ChatState,
  canDeleteMessages,
  canRetry,
  formatChatCursor,
  isStatusAdvance,
  isWithoutContent,
  mergedChatState,
  nextSettleStep,
  parseChatCursor,
  parseSendReference,
  previewOf,
  seesDeleted,
  sendBlockedReason,
  sendReference,
  unmergedChatState,
  withoutContent,
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
    [{ is_from_customer: 0, state: "failed" }, true],
    [{ is_from_customer: 0, state: "unknown" }, false],
    [{ is_from_customer: 0, state: "delivered" }, false],
    [{ is_from_customer: 1, state: "failed" }, false],
  ])("only an outbound text that failed can be retried: %o → %s", (message, expected) => {
    expect(canRetry(message)).toBe(expected);
  });
});

describe("a lost response", () => {
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
  ])("%o after %i lookups → %s", (lookup, attempts, expected) => {
    expect(nextSettleStep(lookup, attempts)).toBe(expected);
  });
});

test.each([
  [{ suppressed: false, sender: "+19095550100" }, ""],
  [{ suppressed: true, sender: "+19095550100" }, "This customer has opted out of text messages."],
  [{ suppressed: false, sender: undefined }, "This location has no phone number yet, so it can't send texts."],
  [{ suppressed: true, sender: undefined }, "This customer has opted out of text messages."],
])("%o → %s", (facts, reason) => {
  expect(sendBlockedReason(facts)).toBe(reason);
});

test("references and cursors round-trip, and nothing else parses", () => {
  const id = fc.integer({ min: 1, max: 999_999_999_999_999 });
  fc.assert(
    fc.property(id, id, fc.integer({ min: 1, max: 999_999 }), (dealer_id, message_id, attempt) => {
      const key = { dealer_id, message_id, attempt };
      expect(parseSendReference(sendReference(key))).toEqual(key);
    }),
  );
  fc.assert(
    fc.property(fc.constantFrom(0, 1), id, id, (is_pinned, chat_time, one) => {
      const cursor = { is_pinned, chat_time, id: one };
      expect(parseChatCursor(formatChatCursor(cursor))).toEqual(cursor);
    }),
  );
  fc.assert(
    fc.property(fc.string(), (text) => {
      if (!/^\d+\.\d+\.\d+$/.test(text))
        expect([parseSendReference(text), parseChatCursor(text)]).toEqual([undefined, undefined]);
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
])("the preview of %j with %i files is %j", (message, count, expected) => {
  expect(previewOf(message, count)).toBe(expected);
});

describe("merged chats", () => {
  const instant = fc.integer({ min: 0, max: 99 }).map((second) => new Date(second * 1000).toISOString());
  const flag = fc.constantFrom(0, 1);
  const chat: fc.Arbitrary<ChatState> = fc
    .record({
      chat_time: instant,
      new_message: fc.string({ maxLength: 5 }),
      new_message_count: fc.nat(3),
      waiting_since: fc.option(instant),
      is_pinned: flag,
      is_closed: flag,
      assigned_to: fc.option(fc.integer({ min: 1, max: 3 })),
      latest_chat_message_sent_time: fc.option(instant),
      latest_chat_message_received_time: fc.option(instant),
    })
    .map((row) => ({ ...row, is_replied: row.waiting_since === null ? 1 : 0 }));
  const nothing = { own: 0, all: 0 };

  test("nothing of either is lost, in either order", () => {
    fc.assert(
      fc.property(chat, chat, (one, other) => {
        const both = mergedChatState(one, other);
        const { new_message, assigned_to } = both;
        expect({ ...mergedChatState(other, one), new_message, assigned_to }).toEqual(both);
        expect(assigned_to).toBe(one.assigned_to ?? other.assigned_to);
        expect(both.new_message_count).toBe(one.new_message_count + other.new_message_count);
        for (const each of [one, other]) {
          expect(both.chat_time >= each.chat_time).toBe(true);
          if (each.is_replied === 0) expect(both.is_replied).toBe(0);
          if (each.waiting_since) expect((both.waiting_since ?? "9") <= each.waiting_since).toBe(true);
          if (each.is_pinned === 1) expect(both.is_pinned).toBe(1);
          if (each.is_closed === 0) expect(both.is_closed).toBe(0);
        }
      }),
    );
  });

  test("unmerged at once, each is as it was", () => {
    fc.assert(
      fc.property(chat, chat, (one, other) => {
        const both = mergedChatState(one, other);
        expect(unmergedChatState(one, both, both, [], nothing)).toEqual(one);
        expect(unmergedChatState(other, both, both, [], nothing)).toEqual(other);
      }),
    );
  });

  const was: ChatState = {
    chat_time: "2026-01-01T00:00:00.000Z",
    new_message: "Old",
    new_message_count: 2,
    is_replied: 0,
    waiting_since: "2026-01-01T00:00:00.000Z",
    is_pinned: 0,
    is_closed: 1,
    assigned_to: 4,
    latest_chat_message_sent_time: null,
    latest_chat_message_received_time: "2026-01-01T00:00:00.000Z",
  };
  const now = { ...was, new_message_count: 0 };

  test("what was read, answered, pinned or opened while merged stays so for both", () => {
    const done = { ...now, is_replied: 1, waiting_since: null, is_pinned: 1, is_closed: 0 };
    const after = unmergedChatState(was, was, done, [], nothing);
    expect(after).toMatchObject({
      new_message_count: 0,
      is_replied: 1,
      waiting_since: null,
      is_pinned: 1,
      is_closed: 0,
    });
  });

  test("keeps the assignee, or the one assigned since the merge", () => {
    expect(unmergedChatState(was, was, now, [], nothing).assigned_to).toBe(4);
    expect(unmergedChatState(was, was, { ...now, assigned_to: 7 }, [], nothing).assigned_to).toBe(7);
    expect(unmergedChatState(was, was, { ...now, assigned_to: null }, [], nothing).assigned_to).toBeNull();
  });

  test("merge records older than assignment restore an unassigned chat", () => {
    const { assigned_to: _, ...old } = was;
    expect(
      unmergedChatState(old as ChatState, old as ChatState, { ...now, assigned_to: null }, [], nothing).assigned_to,
    ).toBeNull();
  });

  test("merge records older than waits restore the merged chat's wait", () => {
    const { waiting_since, ...old } = was;
    expect(unmergedChatState(old as ChatState, old as ChatState, now, [], nothing)).toMatchObject({
      is_replied: 0,
      waiting_since,
    });
  });

  test("each waits only for what it asked since the last reply to both", () => {
    const messageAt = (second: number, expectsReply = true) => {
      const datetime = new Date(Date.parse(was.chat_time) + second * 1000).toISOString();
      return { is_from_customer: expectsReply ? 1 : 0, expectsReply, datetime, preview: "Hm" };
    };
    const [first, answer, second, automatic] = [messageAt(1), messageAt(2, false), messageAt(3), messageAt(4, false)];
    const waits = { ...now, waiting_since: second.datetime };
    const unmerge = (own: Parameters<typeof unmergedChatState>[3]) => unmergedChatState(was, was, waits, own, nothing);
    expect(unmerge([first, answer])).toMatchObject({ is_replied: 1, waiting_since: null });
    expect(unmerge([first, answer, second, automatic])).toMatchObject({
      is_replied: 0,
      waiting_since: second.datetime,
    });
    expect(unmerge([])).toMatchObject({ is_replied: 1, waiting_since: null });
  });

  test("messages since the merge count for the chat they belong to", () => {
    const datetime = "2026-01-02T00:00:00.000Z";
    const news = [{ is_from_customer: 1, expectsReply: true, datetime, preview: "New" }];
    const unread = { ...was, new_message_count: 3, is_closed: 0 };
    expect(unmergedChatState(was, was, unread, news, { own: 1, all: 1 })).toEqual({
      chat_time: datetime,
      new_message: "New",
      new_message_count: 3,
      is_replied: 0,
      is_pinned: 0,
      is_closed: 0,
      latest_chat_message_sent_time: null,
      latest_chat_message_received_time: datetime,
      assigned_to: 4,
      waiting_since: was.waiting_since,
    });
  });
});

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
    client_id: fc.option(fc.uuid()),
    name_initials: fc.constant("AS"),
    sent_by: fc.constant("Andre Silva"),
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
