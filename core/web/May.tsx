import type { ReactNode } from "react";
import type { Call } from "#core/call.ts";
import { useMay } from "./useMay.ts";

/** Renders its children only for users who may make the call. */
export function May({ use, children }: { use: Call; children: ReactNode }) {
  return useMay(use) ? children : null;
}
