import type * as z from "zod/mini";

/** Whom a realtime event reaches: everyone signed in at one location of a dealer, the whole dealer, or one person. */
export type Audience = "location" | "dealer" | "user";

/** A realtime event, declared once so that publisher and listener share its type. */
export interface RealtimeEvent<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The name on the wire. */
  readonly event: string;
  readonly to: Audience;
  readonly about: string;
  /** Of the moment only, as who is typing: it isn't kept, and whoever missed it has missed nothing. */
  readonly passing?: true;
  readonly payload: S;
}

/** Declares the realtime events of a domain. */
export function events<const T extends Record<string, RealtimeEvent>>(declared: T): T {
  return declared;
}

/** What comes with an event that is kept, so that a browser knows whether it missed one before. */
export interface Mark {
  readonly id: number;
  /** Its number among its dealer's events. */
  readonly seq: number;
  /** To whom it was told. */
  readonly to: Audience;
  /** The number of the event before it to the same people. */
  readonly after: number;
}

/** The numbers of the last events to each audience that a browser belongs to; 0 where there was none yet. */
export type Heads = Readonly<Record<Audience, number>>;

/** Sent to a browser when it connects, and when a last number has changed: what it missed, it asks for. */
export const headsEvent = "events-heads";

export type PayloadOf<E extends RealtimeEvent> = z.output<E["payload"]>;
