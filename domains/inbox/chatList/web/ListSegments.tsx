import { Link } from "react-router";
import { countText } from "#core/count.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import classes from "./ListSegments.module.css";
import { chatListTexts } from "./texts.ts";
import { useUnreadCounts } from "./useUnreadCounts.ts";

const segments = ["mine", "unassigned", "all"] as const;

/** Mine, unassigned or all conversations, each with how many there are. */
export function ListSegments({ address }: { address: InboxAddress }) {
  const counts = useUnreadCounts()?.[address.tab];
  return (
    <nav className={classes.segments} aria-label={chatListTexts.assignment}>
      {segments.map((type) => (
        <Link
          key={type}
          to={inboxPath({ ...address, type, q: undefined })}
          className={classes.segment}
          aria-current={type === address.type ? "true" : undefined}
        >
          {chatListTexts.lists[type]} {counts && <span className={classes.count}>{countText(counts[type])}</span>}
        </Link>
      ))}
    </nav>
  );
}
