import { Badge, VisuallyHidden } from "@mantine/core";
import { IconCheck, IconStarFilled } from "@tabler/icons-react";
import { type KeyboardEvent, type MouseEvent, memo } from "react";
import { Link } from "react-router";
import { Initials } from "#core/web/layout/Initials.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { AssigneeMark } from "#domains/inbox/assignment/web/AssigneeMark.tsx";
import { useMembers } from "#domains/inbox/assignment/web/useMembers.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { PresenceMark } from "#domains/inbox/presence/web/PresenceLine.tsx";
import classes from "./ChatRow.module.css";
import { shortTime } from "./chatTime.ts";
import { initialsOf, nameOf } from "./customerName.ts";
import { moveFocusByArrows } from "./rowNavigation.ts";
import { speakerOf } from "./speaker.ts";
import { FailedBadge, OptedOutBadge, UnconfirmedBadge, WaitBadge } from "./WaitBadge.tsx";

interface Props {
  chat: Chat;
  /** Its address. */
  to: string;
  isOpen: boolean;
  /** Whether it is selected; undefined while no conversations are being selected. */
  isSelected?: boolean | undefined;
  /** Selects it, or no longer. */
  onSelect: (chat_id: number) => void;
}

/** One chat in the list; memoized, so that it renders again only when it changes. */
export const ChatRow = memo(function ChatRow({ chat, to, isOpen, isSelected, onSelect }: Props) {
  const { customer } = chat;
  const isSelecting = isSelected !== undefined;
  const toggle = (event: MouseEvent | KeyboardEvent) => {
    event.preventDefault();
    onSelect(chat.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLAnchorElement>) => {
    if (isSelecting && event.key === " ") toggle(event);
    else moveFocusByArrows(event);
  };
  return (
    <Link
      to={to}
      className={classes.row}
      aria-current={isOpen ? "page" : undefined}
      data-unread={chat.is_read === 0 || undefined}
      data-selected={isSelected || undefined}
      data-chat={chat.id}
      {...(isSelecting && { role: "checkbox", "aria-checked": isSelected, onClick: toggle })}
      onKeyDown={onKeyDown}
    >
      {isSelecting ? (
        <span className={classes.check}>{isSelected && <IconCheck size={18} aria-hidden />}</span>
      ) : (
        <Initials initials={initialsOf(customer)} seed={customer.id} size={32} />
      )}
      <span className={classes.lines}>
        <NameLine chat={chat} />
        <PreviewLine chat={chat} />
      </span>
    </Link>
  );
});

/** The customer's name, and when the chat was last active. */
function NameLine({ chat }: { chat: Chat }) {
  const { zone, dateTime } = useTime();
  const { customer, chat_time, new_message_count } = chat;
  return (
    <span className={classes.line}>
      <span className={classes.name}>
        <span className={classes.cut}>{nameOf(customer)}</span>
        {chat.is_pinned === 1 && (
          <span className={classes.star}>
            <IconStarFilled size={14} aria-hidden />
            <VisuallyHidden>Pinned</VisuallyHidden>
          </span>
        )}
        {customer.optin_status === 0 && <OptedOutBadge />}
        {chat.unconfirmed_since && <UnconfirmedBadge />}
      </span>
      <span className={classes.marks}>
        <time className={classes.time} dateTime={chat_time} title={dateTime(chat_time)}>
          {shortTime(chat_time, zone, new Date())}
        </time>
        {new_message_count > 0 && (
          <span className={classes.count}>
            {new_message_count > 99 ? "99+" : new_message_count}
            <VisuallyHidden> unread</VisuallyHidden>
          </span>
        )}
      </span>
    </span>
  );
}

/** The last message with who wrote it, whether it failed, how long the customer has waited, and whose chat it is. */
function PreviewLine({ chat }: { chat: Chat }) {
  const { me } = useMembers();
  const speaker = speakerOf(chat, me);
  return (
    <span className={classes.line}>
      <span className={classes.message}>
        {speaker && <span className={classes.speaker}>{speaker} </span>}
        {chat.new_message}
      </span>
      <span className={classes.marks}>
        <PresenceMark chatId={chat.id} />
        {chat.customer.asked_to_stop && (
          <Badge size="sm" color="red">
            Opt-out?
          </Badge>
        )}
        <FailedBadge chat={chat} />
        <WaitBadge chat={chat} />
        {chat.assigned_to !== null && <AssigneeMark id={chat.assigned_to} />}
      </span>
    </span>
  );
}
