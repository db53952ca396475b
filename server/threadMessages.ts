import type { Realtime } from "#ports/realtime/realtime.ts";

/** To a thread: work, by the module that exports it and its name there; or that it is to close. */
export type ToThread =
  | { readonly kind: "run"; readonly id: number; readonly module: string; readonly work: string }
  | { readonly kind: "close" };

/** From a thread: what became of work, and events for the browsers that the process knows. */
export type FromThread =
  | { readonly kind: "done"; readonly id: number }
  | { readonly kind: "failed"; readonly id: number; readonly error: Error }
  | { readonly kind: "event"; readonly event: Parameters<Realtime["publish"]> };
