import { useState } from "react";
import type { CallError } from "#core/client.ts";
import { useCountdown } from "#core/web/time/useCountdown.ts";
import type { PhoneStep } from "../contract.ts";

/** The verification of a phone in progress. */
export interface PhoneVerification {
  /** The code to enter; undefined without one. */
  readonly step: PhoneStep | undefined;
  /** Seconds to wait after a request that came too soon; 0: none. */
  readonly wait: number;
  /** Takes a call's answer: a code was sent, or the phone is saved. */
  applyStep: (step: PhoneStep) => void;
  /** Takes a call's failure. */
  applyFailure: (failure: CallError) => void;
  cancel: () => void;
}

export function usePhoneVerification(): PhoneVerification {
  const [step, setStep] = useState<PhoneStep>();
  const wait = useCountdown(0);
  return {
    step,
    wait: wait.left,
    applyStep: (next) => setStep(next.verified ? undefined : next),
    applyFailure: ({ retryAfter }) => retryAfter && wait.start(retryAfter),
    cancel: () => setStep(undefined),
  };
}
