import { useState } from "react";
import type { PhoneStep } from "../contract.ts";

/** What has to be proved before a phone counts. */
export interface PhoneProof {
  /** The code that is asked for; undefined: none. */
  readonly step: PhoneStep | undefined;
  /** A call answered: a code was sent, or it is done. */
  take: (step: PhoneStep) => void;
  cancel: () => void;
}

export function usePhoneProof(): PhoneProof {
  const [step, setStep] = useState<PhoneStep>();
  return { step, take: (next) => setStep(next.verified ? undefined : next), cancel: () => setStep(undefined) };
}
