import type * as z from "zod/mini";

/**
 * Something that has happened to a business's rows. The domain that writes the rows announces it in the same
 * transaction; others listen in their manifests, and each hears of it at least once, after the commit, from the queue.
 */
export interface Fact<S extends z.ZodMiniType = z.ZodMiniType> {
  /** A noun and a past participle: `appointment.changed`. */
  readonly fact: string;
  readonly about: string;
  /** Keys, not contents: whoever listens reads the rows as they are by then. */
  readonly data: S;
}

/** Declares the facts of a domain. */
export function facts<const T extends Record<string, Fact>>(declared: T): T {
  return declared;
}

export type FactData<F extends Fact> = z.output<F["data"]>;
