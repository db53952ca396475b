import { type FormEvent, type ReactNode, useEffect, useState } from "react";
import type { CallError } from "#core/client.ts";
import { SixDigits } from "#core/web/SixDigits.tsx";
import { boxCount, codeOf, emptyBoxes } from "#core/web/sixDigits.ts";
import { toast } from "#core/web/toast.tsx";
import { wrongCode } from "../contract.ts";

interface Options {
  /** Why the last code was refused. */
  failure: CallError | null;
  sending: boolean;
  onCode: (otp: string) => void;
}

/** The boxes of a one-time code, and what sends a whole one. After a refusal they are empty, and the first one waits again. */
export function useTypedCode({ failure, sending, onCode }: Options): {
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
    setError(wrongCode);
    toast.error(wrongCode);
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
