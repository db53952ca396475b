import { Badge, Text, UnstyledButton } from "@mantine/core";
import { nounCount } from "#core/count.ts";
import { formatPhone } from "#core/phone.ts";
import type { NumberForSale } from "../contract.ts";
import classes from "./NumbersForSale.module.css";

interface Props {
  /** Undefined before the first search. */
  numbers: readonly NumberForSale[] | undefined;
  failure: string | undefined;
  disabled: boolean;
  onSelect: (number: NumberForSale) => void;
}

const abilities = [
  ["sms", "SMS"],
  ["mms", "MMS"],
  ["voice", "Voice"],
] as const;

/** The search results with price and abilities; selecting one buys it. */
export function NumbersForSale({ numbers, failure, disabled, onSelect }: Props) {
  const status = failure ?? statusText(numbers);
  return (
    <div className={classes.found}>
      <Text size="sm" c="dimmed" role="status">
        {status}
      </Text>
      <ul className={classes.numbers}>
        {!failure &&
          numbers?.map((one) => (
            <li key={one.number}>
              <UnstyledButton className={classes.number} disabled={disabled} onClick={() => onSelect(one)}>
                <span className={classes.line}>
                  <Text component="span" fw={600}>
                    {formatPhone(one.number)}
                  </Text>
                  <Text component="span" size="sm">
                    {one.price ? `$${one.price} a month` : "Price unavailable"}
                  </Text>
                </span>
                <span className={classes.line}>
                  <Text component="span" size="sm" c="dimmed">
                    {[one.city, one.state].filter(Boolean).join(", ")}
                  </Text>
                  <span className={classes.abilities}>
                    {abilities.map(([key, label]) => one[key] && <Badge key={key}>{label}</Badge>)}
                  </span>
                </span>
              </UnstyledButton>
            </li>
          ))}
      </ul>
    </div>
  );
}

function statusText(numbers: Props["numbers"]): string {
  if (!numbers) return "Enter at least 3 digits to see numbers.";
  if (numbers.length === 0) return "No numbers available for these digits. Try another area code.";
  return `${nounCount(numbers.length, "number")}. Select one to buy it.`;
}
