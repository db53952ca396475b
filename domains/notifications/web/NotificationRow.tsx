import { UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconAlertCircle,
  IconAt,
  IconCalendarEvent,
  IconListCheck,
  IconStar,
  IconUserCheck,
} from "@tabler/icons-react";
import { useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { session, useSession } from "#core/web/session/session.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Notification, notifications } from "../contract.ts";
import { notificationPath } from "../rules.ts";
import classes from "./NotificationPanel.module.css";
import { notificationTexts } from "./texts.ts";

const icons = {
  mention: IconAt,
  assigned: IconUserCheck,
  task: IconListCheck,
  refused: IconAlertCircle,
  review: IconStar,
  appointment: IconCalendarEvent,
} as const;

interface Props {
  notification: Notification;
  onOpen: () => void;
}

/** A click marks the notification as read and opens its chat, the tasks or the reviews, switching the location if needed. */
export function NotificationRow({ notification, onOpen }: Props) {
  const { id, kind, title, text, chat_id, location_id, location, created_at, read_at } = notification;
  const navigate = useNavigate();
  const time = useTime();
  const actingLocation = useSession()?.location_id;
  const read = useSend(notifications.read, { invalidates: [notifications.list], quiet: true });
  const KindIcon = icons[kind];
  const open = () => {
    if (read_at === null) read.mutate({ params: { notification_id: id } });
    onOpen();
    navigate(notificationPath(chat_id, kind));
    if (location_id !== actingLocation) session.update({ location_id, location, location_address: "" });
  };
  return (
    <li>
      <UnstyledButton className={classes.row} onClick={open}>
        <KindIcon size={18} aria-hidden />
        <span className={classes.text}>
          <b>{title}</b>
          <span>{text}</span>
          <small>
            {location_id !== actingLocation && `${location} · `}
            {time.ago(created_at)}
          </small>
        </span>
        {read_at === null && (
          <span className={classes.unread}>
            <VisuallyHidden>{notificationTexts.unread}</VisuallyHidden>
          </span>
        )}
      </UnstyledButton>
    </li>
  );
}
