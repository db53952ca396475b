import type * as z from "zod/mini";

/** Whom a realtime event reaches: everyone signed in at one location of a dealer, the whole dealer, or one person. */
export type Audience = "location" | "dealer" | "user";

/** A realtime event, declared once so that publisher and listener share its type. */
export interface RealtimeEvent<S extends z.ZodMiniType = z.ZodMiniType> {
  /** The name on the wire. */
  readonly event: string;
  readonly to: Audience;
  readonly about: string;
  readonly payload: S;
}

/** Declares the realtime events of a domain. */
export function events<const T extends Record<string, RealtimeEvent>>(declared: T): T {
  return declared;
}

export type PayloadOf<E extends RealtimeEvent> = z.output<E["payload"]>;
