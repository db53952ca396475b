import { Button } from "@mantine/core";
import { Link } from "react-router";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import classes from "./ChatRows.module.css";

/** Shown in place of a list that doesn't exist. */
export function ListNotFound({ address }: { address: InboxAddress }) {
  return (
    <div className={classes.empty}>
      <p className={classes.emptyTitle}>This list is not there</p>
      <p>Its tag may have been deleted, or the address has a slip in it.</p>
      <Button component={Link} to={inboxPath({ ...address, type: "all" })} variant="light" mt="md">
        Show all conversations
      </Button>
    </div>
  );
}
