import { IconBan, IconCircleCheck, IconCircleDashed } from "@tabler/icons-react";
import type { ConsentStateName, ConsentView } from "../contract.ts";
import { consentView, viewInWords } from "../rules.ts";
import classes from "./ConsentStatus.module.css";

export const consentIcons = {
  in: IconCircleCheck,
  none: IconCircleDashed,
  out: IconBan,
} as const satisfies Record<ConsentView, unknown>;

interface Props {
  state: ConsentStateName;
  /** Adds "Asked to stop?" where the customer probably asked to. */
  withQuestion?: boolean;
}

/** Whether a customer agreed to be texted: icon and words, one of three. */
export function ConsentStatus({ state, withQuestion = true }: Props) {
  const view = consentView(state);
  const Icon = consentIcons[view];
  return (
    <span className={classes.status} data-consent={view}>
      <Icon size={14} stroke={2} aria-hidden />
      <span>
        {viewInWords[view]}
        {withQuestion && state === "asked" && <span className={classes.question}> Asked to stop?</span>}
      </span>
    </span>
  );
}
