import classes from "./FirstMessages.module.css";
import { LogRow } from "./LogRow.tsx";
import type { MessageLogEntry } from "./logEntries.ts";
import type { MessageLogContext } from "./MessageBubble.tsx";

/** Lower bounds in pixels: of a row's height, and of what is above and below the messages. */
const minHeights = { row: 56, around: 180 };

interface Props {
  entries: readonly MessageLogEntry[];
  context: MessageLogContext;
}

/**
 * The end of a conversation, rendered plainly in the first frame. The virtualized list replaces it once it has measured its
 * rows.
 */
export function FirstMessages({ entries, context }: Props) {
  const count = Math.ceil((window.innerHeight - minHeights.around) / minHeights.row);
  return (
    <div className={classes.first}>
      <div className={classes.rows}>
        {entries.slice(-count).map((entry) => (
          <LogRow key={entry.key} entry={entry} context={context} isFound={false} />
        ))}
      </div>
    </div>
  );
}
