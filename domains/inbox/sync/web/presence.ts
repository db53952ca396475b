import type { PayloadOf } from "#core/event.ts";
import { createObservable } from "#core/observable.ts";
import type { chatPresenceEvents } from "../contract.ts";
import { awayAfterMs, type Colleague, presenceIntervalMs, typingIntervalMs, typingStopsAfterMs } from "../rules.ts";

type PresencePayload = PayloadOf<typeof chatPresenceEvents.presence>;

/** A report of one's own presence to colleagues. */
export interface PresenceReport {
  readonly chat_id: number;
  readonly is_typing: 0 | 1;
  readonly is_here: 0 | 1;
  /** Just arrived: colleagues who are present should report themselves. */
  readonly is_new: 0 | 1;
}

export interface PresenceDeps {
  /** Sends a report; it may get lost. */
  report: (presence: PresenceReport) => void;
  /** Milliseconds. */
  now: () => number;
  /** Runs `act` later; returns how to cancel it. */
  schedule: (milliseconds: number, act: () => void) => () => void;
}

interface ColleagueState {
  readonly name: string;
  readonly until: number;
  readonly typingUntil: number;
}

const nobody: readonly Colleague[] = [];

/** Tracks who is viewing which chat, and reports one's own presence. Nothing of it is stored. */
export function createPresence({ report, now, schedule }: PresenceDeps) {
  const byChat = new Map<number, Map<number, ColleagueState>>();
  let shown = new Map<number, readonly Colleague[]>();
  const colleagues = createObservable(() => shown);
  let cancelExpiry = () => {};
  let cancelNextReport = () => {};
  let viewedChat: number | undefined;
  let typedAt = Number.NEGATIVE_INFINITY;
  let typingReportedAt = Number.NEGATIVE_INFINITY;

  /** Removes colleagues who stopped reporting, and schedules the next expiry. */
  function expire(): void {
    const moment = now();
    let next = Number.POSITIVE_INFINITY;
    const due = (until: number) => {
      if (until > moment) next = Math.min(next, until);
    };
    const lists = new Map<number, readonly Colleague[]>();
    for (const [chat, people] of byChat) {
      for (const [user_id, { until, typingUntil }] of people) {
        if (until <= moment) people.delete(user_id);
        due(until);
        due(typingUntil);
      }
      if (people.size === 0) byChat.delete(chat);
      else lists.set(chat, reuseIfEqual(shown.get(chat), listOf(people, moment)));
    }
    cancelExpiry();
    cancelExpiry = next === Number.POSITIVE_INFINITY ? () => {} : schedule(next - moment, expire);
    const isSame = lists.size === shown.size && [...lists].every(([chat, list]) => shown.get(chat) === list);
    if (isSame) return;
    shown = lists;
    colleagues.notify();
  }

  function sendReport(is_here: 0 | 1, is_new: 0 | 1 = 0): void {
    cancelNextReport();
    if (viewedChat === undefined) return;
    const moment = now();
    const is_typing = is_here === 1 && moment - typedAt < typingIntervalMs ? 1 : 0;
    if (is_typing) typingReportedAt = moment;
    report({ chat_id: viewedChat, is_typing, is_here, is_new });
    cancelNextReport = is_here ? schedule(presenceIntervalMs, () => sendReport(1)) : () => {};
  }

  return {
    /** Takes a colleague's report. */
    receive({ target_id, user_id, name, is_typing, is_here, is_new }: PresencePayload): void {
      const people = byChat.get(target_id) ?? new Map<number, ColleagueState>();
      if (is_here) {
        const typingUntil = is_typing ? now() + typingStopsAfterMs : 0;
        people.set(user_id, { name, until: now() + awayAfterMs, typingUntil });
        byChat.set(target_id, people);
      } else people.delete(user_id);
      expire();
      // A colleague who just arrived doesn't know yet who is present.
      if (is_new && target_id === viewedChat) sendReport(1);
    },

    /** The person now views this chat, or none. */
    view(chat: number | undefined): void {
      if (chat === viewedChat) return;
      sendReport(0);
      viewedChat = chat;
      typedAt = typingReportedAt = Number.NEGATIVE_INFINITY;
      if (chat !== undefined) sendReport(1, 1);
    },

    /** The person typed in the viewed chat. */
    typed(): void {
      typedAt = now();
      if (typedAt - typingReportedAt >= typingIntervalMs) sendReport(1);
    },

    /** The typed text was sent or deleted. */
    stopTyping(): void {
      const wasReported = now() - typingReportedAt < typingStopsAfterMs;
      typedAt = typingReportedAt = Number.NEGATIVE_INFINITY;
      if (wasReported) sendReport(1);
    },

    /** Who else is viewing a chat; the same array until it changes. */
    colleaguesIn: (chat: number): readonly Colleague[] => shown.get(chat) ?? nobody,

    subscribe: colleagues.subscribe,
  };
}

export type Presence = ReturnType<typeof createPresence>;

function listOf(people: ReadonlyMap<number, ColleagueState>, moment: number): Colleague[] {
  const list = [...people].map(([user_id, { name, typingUntil }]) => ({
    user_id,
    name,
    isTyping: typingUntil > moment,
  }));
  return list.sort((one, other) => one.name.localeCompare(other.name) || one.user_id - other.user_id);
}

/** The previous array, if its content is the same. */
function reuseIfEqual(before: readonly Colleague[] | undefined, list: readonly Colleague[]): readonly Colleague[] {
  const keysOf = (one: readonly Colleague[]) =>
    one.map(({ user_id, name, isTyping }) => `${user_id} ${isTyping} ${name}`);
  return before && keysOf(before).join("\n") === keysOf(list).join("\n") ? before : list;
}
