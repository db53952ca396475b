import classes from "./FirstMessages.module.css";
import { LogRow } from "./LogRow.tsx";
import type { LogEntry } from "./log.ts";
import type { OfLog } from "./MessageBubble.tsx";

/** Pixels: fewer than any row takes, and than stand over and under the messages. */
const least = { row: 56, around: 180 };

interface Props {
  entries: readonly LogEntry[];
  of: OfLog;
}

/**
 * The end of a conversation, there with the first frame: the list that scrolls has to measure its rows before it can show
 * them, and takes this one's place then.
 */
export function FirstMessages({ entries, of }: Props) {
  const fitting = Math.ceil((window.innerHeight - least.around) / least.row);
  return (
    <div className={classes.first}>
      <div className={classes.rows}>
        {entries.slice(-fitting).map((entry) => (
          <LogRow key={entry.key} entry={entry} of={of} isFound={false} />
        ))}
      </div>
    </div>
  );
}
