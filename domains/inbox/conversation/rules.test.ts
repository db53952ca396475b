import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { automaticAuthor, type ChatState, mergedChatState, unmergedChatState } from "./rules.ts";

test.each([
  ["missed_call", "Automatic · Missed call"],
  ["opt_out", "Automatic · Opt-out"],
  [null, "Automatic message"],
] as const)("an automatic text of kind %s is from: %s", (kind, author) => {
  expect(automaticAuthor(kind)).toBe(author);
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
