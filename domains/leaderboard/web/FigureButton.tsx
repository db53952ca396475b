import { Anchor } from "@mantine/core";
import { countText } from "#core/count.ts";

interface Props {
  value: number;
  /** What it counts, and whose: "All Appointments of Ann Lee". */
  of: string;
  onOpen: () => void;
}

/** A number that opens its rows; a zero is plain text. */
export function FigureButton({ value, of, onOpen }: Props) {
  if (value === 0) return "0";
  const shown = countText(value);
  return (
    <Anchor component="button" type="button" inherit aria-label={`${shown}: ${of}`} onClick={onOpen}>
      {shown}
    </Anchor>
  );
}
