import { useState } from "react";
import type { CallError } from "#core/client.ts";
import { useCountdown } from "#core/web/useCountdown.ts";
import type { PhoneStep } from "../contract.ts";

/** The verification of a phone in progress. */
export interface PhoneProof {
  /** The code to enter; undefined without one. */
  readonly step: PhoneStep | undefined;
  /** Seconds to wait after a request that came too soon; 0: none. */
  readonly wait: number;
  /** Takes a call's answer: a code was sent, or the phone is saved. */
  take: (step: PhoneStep) => void;
  /** Takes a call's failure. */
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
