import { countText } from "#core/count.ts";
import classes from "./MenuCount.module.css";

interface Props {
  count: number;
  /** What is counted, for screen readers: "3 unread chats". */
  label: string;
  /** Marks what a person has to act on with a red dot. */
  urgent?: boolean;
}

/** The number at an entry of the navigation; nothing for 0. */
export function MenuCount({ count, label, urgent }: Props) {
  if (count === 0) return null;
  const text = count > 999 ? "999+" : countText(count);
  return (
    <span className={classes.count} data-attention={urgent || undefined}>
      <span aria-hidden className={classes.figure} data-figure={text} />
      <span className={classes.label}>{label}</span>
    </span>
  );
}
