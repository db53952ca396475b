import { Input } from "@mantine/core";
import { useEffect, useId, useRef } from "react";
import { boxCount, type DigitBoxes, digitAt, eraseDigit, insertDigits } from "./digitBoxes.ts";
import classes from "./SixDigits.module.css";

interface Props {
  label: string;
  /** Six characters, with a blank for an empty box. */
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  autoFocus?: boolean;
}

const places = Array.from({ length: boxCount }, (_, box) => box);

/** A one-time code in six boxes: typing advances, backspace goes back, and a whole code can be pasted or autofilled. */
export function SixDigits({ label, value, onChange, error, autoFocus = false }: Props) {
  const id = useId();
  const inputs = useRef<(HTMLInputElement | null)[]>([]);

  useEffect(() => {
    if (autoFocus) inputs.current[0]?.focus();
  }, [autoFocus]);

  const show = (boxes: DigitBoxes | undefined) => {
    if (!boxes) return;
    onChange(boxes.value);
    inputs.current[boxes.focus]?.focus();
  };

  return (
    <Input.Wrapper
      label={label}
      error={error}
      labelElement="div"
      labelProps={{ id }}
      errorProps={{ id: `${id}-error` }}
    >
      <fieldset className={classes.boxes} aria-labelledby={id}>
        {places.map((box) => (
          <Input
            key={box}
            // A dialog's focus trap focuses the marked input.
            data-autofocus={(autoFocus && box === 0) || undefined}
            ref={(input: HTMLInputElement | null) => {
              inputs.current[box] = input;
            }}
            size="lg"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-label={`Digit ${box + 1} of ${boxCount}`}
            aria-describedby={error ? `${id}-error` : undefined}
            error={Boolean(error)}
            value={digitAt(value, box)}
            onFocus={(event) => event.currentTarget.select()}
            // Not onChange, which doesn't fire when a digit is replaced by the same digit.
            onInput={(event) => show(insertDigits(value, box, event.currentTarget.value))}
            onPaste={(event) => {
              event.preventDefault();
              show(insertDigits(value, box, event.clipboardData.getData("text")));
            }}
            onKeyDown={(event) => {
              const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
              if (event.key !== "Backspace" && step === undefined) return;
              event.preventDefault();
              if (step === undefined) show(eraseDigit(value, box));
              else inputs.current[box + step]?.focus();
            }}
          />
        ))}
      </fieldset>
    </Input.Wrapper>
  );
}
