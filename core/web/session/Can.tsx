import type { ReactNode } from "react";
import type { Call } from "#core/call.ts";
import { useCan } from "./useCan.ts";

/** Renders its children only for users who may make the call. */
export function Can({ use, children }: { use: Call; children: ReactNode }) {
  return useCan(use) ? children : null;
}
