import { Badge, VisuallyHidden } from "@mantine/core";
import { IconStarFilled } from "@tabler/icons-react";
import { memo } from "react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { AssigneeMark } from "#domains/inbox/assignment/web/AssigneeMark.tsx";
import type { Chat } from "#domains/inbox/contract.ts";
import { PresenceMark } from "#domains/inbox/presence/web/PresenceLine.tsx";
import classes from "./ChatRow.module.css";
import { shortTime } from "./chatTime.ts";
import { initialsOf, nameOf } from "./customerName.ts";
import { moveFocusByArrows } from "./rowNavigation.ts";

interface Props {
  chat: Chat;
  /** Its address. */
  to: string;
  isOpen: boolean;
}

/** One chat in the list; memoized, so that it renders again only when it changes. */
export const ChatRow = memo(function ChatRow({ chat, to, isOpen }: Props) {
  const { zone, dateTime } = useTime();
  const { customer, chat_time, new_message, new_message_count, is_pinned, is_read, is_replied } = chat;
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={isOpen ? "page" : undefined}
      data-unread={is_read === 0 || undefined}
      data-chat={chat.id}
      onKeyDown={moveFocusByArrows}
    >
      <Initials initials={initialsOf(customer)} seed={customer.id} size={40} />
      <span className={classes.lines}>
        <span className={classes.line}>
          <span className={classes.name}>
            <span className={classes.cut}>{nameOf(customer)}</span>
            {is_pinned === 1 && (
              <span className={classes.star}>
                <IconStarFilled size={14} aria-hidden />
                <VisuallyHidden>Pinned</VisuallyHidden>
              </span>
            )}
          </span>
          <time className={classes.time} dateTime={chat_time} title={dateTime(chat_time)}>
            {shortTime(chat_time, zone, new Date())}
          </time>
        </span>
        <span className={classes.line}>
          <span className={classes.message}>{new_message}</span>
          <span className={classes.marks}>
            <PresenceMark chatId={chat.id} />
            {chat.assigned_to !== null && <AssigneeMark id={chat.assigned_to} />}
            {customer.asked_to_stop && (
              <Badge size="sm" color="red">
                Opt-out?
              </Badge>
            )}
            {is_replied === 0 && (
              <Badge size="sm" color="orange">
                Unreplied
              </Badge>
            )}
            {new_message_count > 0 && (
              <Badge size="sm" variant="filled" color="red" circle={new_message_count < 10} className={classes.count}>
                {new_message_count > 99 ? "99+" : new_message_count}
                <VisuallyHidden> unread</VisuallyHidden>
              </Badge>
            )}
          </span>
        </span>
      </span>
    </Link>
  );
});
