import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { boxCount, codeOf, emptyBoxes } from "#core/web/form/digitBoxes.ts";
import { SixDigits } from "#core/web/form/SixDigits.tsx";
import { wrongCodeText } from "../contract.ts";

interface TypedCodeOptions {
  /** Why the last code was rejected. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
}

/** The input boxes of a one-time code with their submit handler. A rejected code clears them and refocuses the first. */
export function useTypedCode({ failure, sending, onCode }: TypedCodeOptions): {
  boxes: ReactNode;
  submit: (event: FormEvent) => void;
} {
  const [value, setValue] = useState(emptyBoxes);
  const [error, setError] = useState<string>();
  const [tries, setTries] = useState(0);

  useEffect(() => {
    if (!failure) return;
    setError(failure.message);
    setValue(emptyBoxes);
    setTries((count) => count + 1);
  }, [failure]);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const otp = codeOf(value);
    if (otp.length === boxCount) return onCode(otp);
    setError(wrongCodeText);
    toast.error(wrongCodeText);
  };

  const boxes = (
    <SixDigits
      key={tries}
      label="Code"
      value={value}
      error={error}
      autoFocus
      onChange={(next) => {
        setValue(next);
        setError(undefined);
      }}
    />
  );
  return { boxes, submit };
}
