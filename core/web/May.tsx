import type { ReactNode } from "react";
import type { Call } from "#core/call.ts";
import { useMay } from "./useMay.ts";

/** Shows the button of a call to those who may use it. */
export function May({ use, children }: { use: Call; children: ReactNode }) {
  return useMay(use) ? children : null;
}
