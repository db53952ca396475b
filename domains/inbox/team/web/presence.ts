import type { PayloadOf } from "#core/event.ts";
import type { teamworkEvents } from "../contract.ts";
import { type Colleague, forgottenAfter, toldEvery, typedAfter, typingToldEvery } from "../rules.ts";

type Said = PayloadOf<typeof teamworkEvents.presence>;

/** What one tells the colleagues. */
export interface Telling {
  readonly chat_id: number;
  readonly is_typing: 0 | 1;
  readonly is_here: 0 | 1;
  /** One has just come, and wants to hear of those who are there. */
  readonly is_new: 0 | 1;
}

export interface PresenceSurroundings {
  /** Tells it; nothing depends on its arrival. */
  tell: (telling: Telling) => void;
  /** Milliseconds. */
  now: () => number;
  /** Does something later; answers how to call it off. */
  after: (milliseconds: number, act: () => void) => () => void;
}

interface Known {
  readonly name: string;
  readonly until: number;
  readonly typingUntil: number;
}

const nobody: readonly Colleague[] = [];

/** Who is looking at which chat right now, and telling the others of oneself. Nothing of it is kept anywhere. */
export function createPresence({ tell, now, after }: PresenceSurroundings) {
  const listeners = new Set<() => void>();
  const heard = new Map<number, Map<number, Known>>();
  let shown = new Map<number, readonly Colleague[]>();
  let callOffForgetting = () => {};
  let callOffTelling = () => {};
  let at: number | undefined;
  let typedAt = Number.NEGATIVE_INFINITY;
  let typingToldAt = Number.NEGATIVE_INFINITY;

  /** Forgets whom nothing was heard of, and looks again when the next is due. */
  function settle(): void {
    const moment = now();
    let next = Number.POSITIVE_INFINITY;
    const due = (until: number) => {
      if (until > moment) next = Math.min(next, until);
    };
    const lists = new Map<number, readonly Colleague[]>();
    for (const [chat, people] of heard) {
      for (const [user_id, { until, typingUntil }] of people) {
        if (until <= moment) people.delete(user_id);
        due(until);
        due(typingUntil);
      }
      if (people.size === 0) heard.delete(chat);
      else lists.set(chat, sameOr(shown.get(chat), listOf(people, moment)));
    }
    callOffForgetting();
    callOffForgetting = next === Number.POSITIVE_INFINITY ? () => {} : after(next - moment, settle);
    const isSame = lists.size === shown.size && [...lists].every(([chat, list]) => shown.get(chat) === list);
    if (isSame) return;
    shown = lists;
    for (const listener of listeners) listener();
  }

  function say(is_here: 0 | 1, is_new: 0 | 1 = 0): void {
    callOffTelling();
    if (at === undefined) return;
    const moment = now();
    const is_typing = is_here === 1 && moment - typedAt < typingToldEvery ? 1 : 0;
    if (is_typing) typingToldAt = moment;
    tell({ chat_id: at, is_typing, is_here, is_new });
    callOffTelling = is_here ? after(toldEvery, () => say(1)) : () => {};
  }

  return {
    /** What a colleague told. */
    hear({ target_id, user_id, name, is_typing, is_here, is_new }: Said): void {
      const people = heard.get(target_id) ?? new Map<number, Known>();
      if (is_here) {
        const typingUntil = is_typing ? now() + typedAfter : 0;
        people.set(user_id, { name, until: now() + forgottenAfter, typingUntil });
        heard.set(target_id, people);
      } else people.delete(user_id);
      settle();
      // Who comes doesn't know yet who is there.
      if (is_new && target_id === at) say(1);
    },

    /** One looks at a chat, or at none. */
    look(chat: number | undefined): void {
      if (chat === at) return;
      say(0);
      at = chat;
      typedAt = typingToldAt = Number.NEGATIVE_INFINITY;
      if (chat !== undefined) say(1, 1);
    },

    /** A letter was typed in the chat that one looks at. */
    type(): void {
      typedAt = now();
      if (typedAt - typingToldAt >= typingToldEvery) say(1);
    },

    /** What was typed is sent, or deleted. */
    stopTyping(): void {
      const wasTold = now() - typingToldAt < typedAfter;
      typedAt = typingToldAt = Number.NEGATIVE_INFINITY;
      if (wasTold) say(1);
    },

    /** Who else is at a chat; the same list until it changes. */
    of: (chat: number): readonly Colleague[] => shown.get(chat) ?? nobody,

    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export type Presence = ReturnType<typeof createPresence>;

function listOf(people: ReadonlyMap<number, Known>, moment: number): Colleague[] {
  const list = [...people].map(([user_id, { name, typingUntil }]) => ({
    user_id,
    name,
    isTyping: typingUntil > moment,
  }));
  return list.sort((one, other) => one.name.localeCompare(other.name) || one.user_id - other.user_id);
}

/** The list as it was, when it says the same. */
function sameOr(before: readonly Colleague[] | undefined, list: readonly Colleague[]): readonly Colleague[] {
  const says = (one: readonly Colleague[]) =>
    one.map(({ user_id, name, isTyping }) => `${user_id} ${isTyping} ${name}`);
  return before && says(before).join("\n") === says(list).join("\n") ? before : list;
}
