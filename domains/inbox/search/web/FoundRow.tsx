import type { ReactNode } from "react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import rows from "#domains/inbox/chatList/web/ChatRow.module.css";
import { shortTime } from "#domains/inbox/chatList/web/chatTime.ts";
import { initialsOf } from "#domains/inbox/chatList/web/customerName.ts";
import { moveFocusByArrows } from "#domains/inbox/chatList/web/rowNavigation.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { type InboxAddress, inboxPath } from "#domains/inbox/sync/web/useInboxAddress.ts";
import classes from "./SearchResults.module.css";

interface Props {
  chat: Chat;
  address: InboxAddress;
  at?: number;
  when: string;
  name: ReactNode;
  below: ReactNode;
}

/** A search result's row: whose chat it is, and below it the match. */
export function FoundRow({ chat, address, at, when, name, below }: Props) {
  const { zone, dateTime } = useTime();
  const isOpen = chat.id === address.open && at === address.at;
  return (
    <Link
      to={inboxPath({ ...address, open: chat.id, at })}
      className={`${rows.row} ${classes.row}`}
      aria-current={isOpen ? "page" : undefined}
      data-chat={chat.id}
      onKeyDown={moveFocusByArrows}
    >
      <Initials initials={initialsOf(chat.customer)} seed={chat.customer.id} size={40} />
      <span className={rows.lines}>
        <span className={rows.line}>
          <span className={rows.name}>
            <span className={rows.cut}>{name}</span>
          </span>
          <time className={rows.time} dateTime={when} title={dateTime(when)}>
            {shortTime(when, zone, new Date())}
          </time>
        </span>
        <span className={classes.below}>{below}</span>
      </span>
    </Link>
  );
}
