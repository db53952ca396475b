import { IconWorld } from "@tabler/icons-react";
import classes from "./MessageBubble.module.css";

/**
 * Says that a visitor of the business's website wrote a message, and on which page. The address comes from the visitor's
 * browser, so it is text and no link.
 *
 * @param name what the visitor called themselves, when that isn't the customer's name.
 */
export function WebsiteLabel({ page, name }: { page: string; name: string }) {
  return (
    <span className={classes.website} title={page}>
      <IconWorld size={12} stroke={2} aria-hidden />
      Website{page && ` · ${page.replace(/^https?:\/\/(www\.)?/, "")}`}
      {name && ` · as ${name}`}
    </span>
  );
}
