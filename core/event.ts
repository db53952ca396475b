import type * as z from "zod/mini";

/**
 * The recipients of a realtime event: everyone signed in at one location of a dealer, the whole dealer, or one user.
 */
export type EventAudience = "location" | "dealer" | "user";

/** A realtime event, declared once so that publisher and listener share its type. */
export interface RealtimeEvent<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The name on the wire. */
  readonly event: string;
  readonly to: EventAudience;
  readonly about: string;
  /** Only meaningful at the moment, such as typing: never stored, and harmless to miss. */
  readonly transient?: true;
  readonly payload: S;
}

/** Declares the realtime events of a domain. */
export function events<const T extends Record<string, RealtimeEvent>>(declared: T): T {
  return declared;
}

/** Accompanies every stored event, so that a browser notices when it missed an earlier one. */
export interface EventPosition {
  readonly id: number;
  /** The event's sequence number within its dealer. */
  readonly seq: number;
  /** The event's recipients. */
  readonly to: EventAudience;
  /** The sequence number of the previous event to the same recipients. */
  readonly after: number;
}

/** The sequence numbers of the last event to each audience that a browser belongs to; 0 where there was none yet. */
export type LastSequences = Readonly<Record<EventAudience, number>>;

/** Sent to a browser on connect and when a last sequence number changes; the browser then fetches what it missed. */
export const lastSequencesEvent = "events-heads";

export type PayloadOf<E extends RealtimeEvent> = z.output<E["payload"]>;
