import type { AccessFailure, GrantResult } from "../access.ts";
import type { Deadline } from "../deadline.ts";

/** A span of time in which somebody has something else. */
export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
}

/** What a calendar file says of its owner's time. */
export interface CalendarTimes {
  readonly busy: readonly BusySpan[];
  /** Names of zones that nobody knows. Their times were read as UTC. */
  readonly unknownZones: readonly string[];
  /** Entries with something in them that can't be read, and series with more dates than are followed. */
  readonly unread: UnreadEntries;
  readonly exhausted: UnreadEntries;
}

/** How many entries, and where the first of them is. */
export interface UnreadEntries {
  readonly count: number;
  /** Its day, `2026-12-03`; empty where it has none. */
  readonly day: string;
  /** The line of the file, from 1. */
  readonly line: number;
}

/** A calendar's address as its owner gave it, and what is wanted of it. */
export interface CalendarQuery {
  readonly url: string;
  /** What the last answer was marked with; empty for the first. */
  readonly etag: string;
  readonly from: Date;
  readonly before: Date;
  /** IANA: of entries that name no zone. */
  readonly zone: string;
}

export type CalendarAnswer =
  | {
      readonly kind: "read";
      readonly busy: readonly BusySpan[];
      readonly etag: string;
      /** Words for the calendar's owner when some times may be off; absent when all are certain. */
      readonly warning?: string;
    }
  | { readonly kind: "unchanged" }
  /** `words` say what to do about it, for the calendar's owner. */
  | { readonly kind: "failed"; readonly words: string };

/** The port to people's own calendars. */
export interface Calendars {
  readonly provider: string;
  /** True for an address that may be asked. */
  accepts(url: string): boolean;
  /** Asks a calendar when its owner is busy. Never throws, and takes neither more memory nor more time than a calendar needs. */
  busy(query: CalendarQuery): Promise<CalendarAnswer>;
  stop(): Promise<void>;
}

/** An entry in somebody's own calendar. */
export interface CalendarEvent {
  /** Ours, and the same for good: letters from a to v and digits. Written twice, it is one event. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly location: string;
  readonly start: Date;
  readonly end: Date;
  /** IANA: the clocks by which it was made. */
  readonly zone: string;
  /** Asks for a video room; asked again with the same words, it is the same room. Empty: none is wanted. */
  readonly roomRequest: string;
}

/** The video room of an event. `failed`: there will be none for this request. */
export type EventRoom =
  | { readonly state: "none" | "pending" | "failed" }
  | { readonly state: "ready"; readonly url: string };

export type WriteResult =
  | { readonly kind: "written"; readonly etag: string; readonly room: EventRoom }
  /** Its owner deleted it by hand, and doesn't want it back. */
  | { readonly kind: "deleted" }
  | AccessFailure;

export type RoomResult = { readonly kind: "room"; readonly room: EventRoom } | AccessFailure;
export type RemoveResult = { readonly kind: "removed" } | AccessFailure;
export type TimesResult = { readonly kind: "times"; readonly busy: readonly BusySpan[] } | AccessFailure;
export type RevokeResult = { readonly kind: "revoked" } | AccessFailure;

/** The port to calendars that their owners let us into. No call throws, and each can be repeated. */
export interface CalendarAccounts {
  readonly provider: string;
  /**
   * Where somebody lets us in; the provider sends them back to `redirect` with the state and a code.
   *
   * @param account the one that is connected again, as `redeem` named it.
   */
  consentUrl(redirect: string, state: string, account?: string): string;
  /** Exchanges that code for lasting access. */
  redeem(code: string, redirect: string): Promise<GrantResult>;
  /** Ends the access at the provider, with everything else that this person allowed us there. */
  revoke(access: string): Promise<RevokeResult>;
  /**
   * Puts an event into the calendar as it is now, without mailing anybody.
   *
   * @param etag what the last writing was marked with; empty for an event that isn't known to be there.
   * @param leaveBy asked as each request leaves; after it nothing is written, and the result is `busy`.
   */
  write(access: string, event: CalendarEvent, etag: string, leaveBy: Deadline): Promise<WriteResult>;
  /** What has become of an event's room. */
  room(access: string, id: string): Promise<RoomResult>;
  /** Takes an event out; an absent one is removed already. `leaveBy` as for `write`. */
  remove(access: string, id: string, leaveBy: Deadline): Promise<RemoveResult>;
  /** When the calendar's owner is busy, with everything in it. */
  times(access: string, span: { readonly from: Date; readonly before: Date }): Promise<TimesResult>;
}
