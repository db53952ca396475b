import { Badge } from "@mantine/core";
import { IconAlertCircle, IconBan, IconClock, IconWorld } from "@tabler/icons-react";
import type { Chat } from "#domains/inbox/contract.ts";
import { isWaiting } from "../rules.ts";
import classes from "./ChatRow.module.css";
import { chatListTexts } from "./texts.ts";
import { useMinute } from "./useMinute.ts";
import { type WaitLevel, waitLength } from "./wait.ts";

const colors: Record<WaitLevel, string> = { new: "gray", long: "yellow", late: "red" };

/** "Unreplied", with how long the customer has waited: plain at first, then amber, then red. Opted-out customers never wait. */
export function WaitBadge({ chat }: { chat: Chat }) {
  useMinute();
  if (!isWaiting(chat) || !chat.waiting_since) return null;
  const { text, level } = waitLength(chat.waiting_since, new Date());
  return (
    <Badge
      size="sm"
      variant={level === "new" ? "transparent" : "light"}
      color={colors[level]}
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

/** Marks a chat in which somebody wrote on a website, until the phone itself texts. */
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
