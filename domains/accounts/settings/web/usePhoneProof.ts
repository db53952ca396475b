import { useState } from "react";
import type { CallError } from "#core/client.ts";
import { useCountdown } from "#core/web/useCountdown.ts";
import type { PhoneStep } from "../contract.ts";

/** What has to be proved before a phone counts. */
export interface PhoneProof {
  /** The code that is asked for; undefined: none. */
  readonly step: PhoneStep | undefined;
  /** Seconds until a code can be asked for, after one was refused for being too soon; 0: now. */
  readonly wait: number;
  /** A call answered: a code was sent, or it is done. */
  take: (step: PhoneStep) => void;
  /** A call was refused. */
  refused: (failure: CallError) => void;
  cancel: () => void;
}

export function usePhoneProof(): PhoneProof {
  const [step, setStep] = useState<PhoneStep>();
  const wait = useCountdown(0);
  return {
    step,
    wait: wait.left,
    take: (next) => setStep(next.verified ? undefined : next),
    refused: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
    cancel: () => setStep(undefined),
  };
}
