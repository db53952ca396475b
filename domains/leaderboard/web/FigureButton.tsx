import { Anchor } from "@mantine/core";
import { countText, nounFor } from "#core/count.ts";
import classes from "./FigureButton.module.css";

interface Props {
  value: number;
  /** What it counts, and whose: "All Appointments of Ann Lee". */
  of: string;
  /** After the number in a phone's card, which has no head: "today", or for one and for more "appointment" and "appointments". */
  unit?: string | readonly [one: string, many: string];
  onOpen: () => void;
}

/** A number that opens its rows; a zero is plain text. */
export function FigureButton({ value, of, unit, onOpen }: Props) {
  const shown = countText(value);
  return (
    <>
      {value === 0 ? (
        "0"
      ) : (
        <Anchor component="button" type="button" inherit aria-label={`${shown}: ${of}`} onClick={onOpen}>
          {shown}
        </Anchor>
      )}
      {unit && <span className={classes.unit}> {typeof unit === "string" ? unit : nounFor(value, ...unit)}</span>}
    </>
  );
}
