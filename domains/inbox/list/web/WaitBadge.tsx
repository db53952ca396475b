import { Badge } from "@mantine/core";
import { IconAlertCircle, IconBan, IconClock, IconWorld } from "@tabler/icons-react";
import { useTime } from "#core/web/time/useTime.ts";
import { useMinute, waitColors, waitLength } from "#core/web/time/waits.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import { isWaiting } from "../rules.ts";
import classes from "./ChatRows.module.css";
import { waitText } from "./chatTime.ts";
import { chatListTexts } from "./texts.ts";

/** "Unreplied", with how long the customer has waited: plain at first, then amber, then red. Opted-out customers never wait. */
export function WaitBadge({ chat }: { chat: Chat }) {
  useMinute();
  if (!isWaiting(chat) || !chat.waiting_since) return null;
  const { text, level } = waitLength(chat.waiting_since, new Date());
  return (
    <Badge
      size="sm"
      variant={level === "new" ? "transparent" : "light"}
      color={waitColors[level]}
      className={classes.wait}
      data-wait={level}
      leftSection={<IconClock size={12} stroke={2} aria-hidden />}
    >
      {chatListTexts.unreplied} {text}
    </Badge>
  );
}

/** Marks a chat whose last text didn't reach the customer. */
export function FailedBadge({ chat }: { chat: Chat }) {
  if (chat.last_message_from?.is_failed !== 1) return null;
  return (
    <Badge
      size="sm"
      color="red"
      className={classes.wait}
      leftSection={<IconAlertCircle size={12} stroke={2} aria-hidden />}
    >
      {chatListTexts.failed}
    </Badge>
  );
}

/** Marks a customer who may not be texted. */
export function OptedOutBadge() {
  return (
    <Badge size="sm" color="red" className={classes.wait} leftSection={<IconBan size={12} stroke={2} aria-hidden />}>
      {chatListTexts.optedOut}
    </Badge>
  );
}

/** Shown while a chat's phone is unconfirmed: the message came from a website. */
export function UnconfirmedBadge() {
  return (
    <Badge
      size="sm"
      color="yellow"
      className={classes.wait}
      title={chatListTexts.unconfirmedHint}
      leftSection={<IconWorld size={12} stroke={2} aria-hidden />}
    >
      {chatListTexts.unconfirmed}
    </Badge>
  );
}

/** How long the customer has been waiting for a reply; nothing if they aren't. */
export function WaitingSince({ chat, className }: { chat: Chat; className?: string | undefined }) {
  const { zone, dateTime } = useTime();
  const { waiting_since } = chat;
  if (!waiting_since) return null;
  return (
    <time className={className} dateTime={waiting_since} title={dateTime(waiting_since)}>
      {waitText(waiting_since, zone, new Date())}
    </time>
  );
}
