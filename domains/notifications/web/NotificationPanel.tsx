import { ActionIcon, Button, Popover, Skeleton, UnstyledButton, VisuallyHidden } from "@mantine/core";
import {
  IconAlertCircle,
  IconAt,
  IconBell,
  IconBellOff,
  IconCalendarEvent,
  IconListCheck,
  IconMail,
  IconRosetteDiscountCheck,
  IconStar,
  IconTargetArrow,
  IconUserCheck,
} from "@tabler/icons-react";
import { cloneElement, type ReactElement, type Ref, useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { setMuted, useMuted } from "#core/web/feedback/bell.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { session, useSession } from "#core/web/session/session.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Notification, notifications } from "../contract.ts";
import { isBusinessWide, notificationPath } from "../rules.ts";
import classes from "./NotificationPanel.module.css";
import { notificationTexts } from "./texts.ts";

interface BellProps {
  ref?: Ref<HTMLButtonElement>;
  onClick?: () => void;
  "aria-expanded"?: boolean;
}

interface Props {
  trigger: ReactElement<BellProps>;
  data: { notifications: Notification[]; unread_count: number } | undefined;
  error: Error | null;
  onRetry: () => unknown;
}

const refreshes = [notifications.list];

const width = "min(24rem, calc(100vw - 1rem))";

/** The notification list under the bell; it opens as soon as it is loaded. */
export function NotificationPanel({ trigger, data, error, onRetry }: Props) {
  const [opened, setOpened] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  // The button disappears on success, so move the focus to the panel.
  const onSuccess = () => panel.current?.focus();
  const readAll = useSend(notifications.readAll, { invalidates: refreshes, quiet: "success", onSuccess });
  const muted = useMuted();

  // This button replaced the one that was clicked.
  useEffect(() => {
    button.current?.focus();
    setOpened(true);
  }, []);

  const Sound = muted ? IconBellOff : IconBell;
  return (
    <Popover opened={opened} onChange={setOpened} width={width} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        {cloneElement(trigger, { ref: button, onClick: () => setOpened(!opened), "aria-expanded": opened })}
      </Popover.Target>
      <Popover.Dropdown ref={panel} className={classes.panel}>
        <div className={classes.head}>
          <h2>{notificationTexts.title}</h2>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={notificationTexts.sound}
            title={muted ? notificationTexts.soundOff : notificationTexts.soundOn}
            aria-pressed={!muted}
            onClick={() => setMuted(!muted)}
          >
            <Sound size={18} aria-hidden />
          </ActionIcon>
          {data && data.unread_count > 0 && (
            <Button size="compact-sm" variant="subtle" loading={readAll.isPending} onClick={() => readAll.mutate({})}>
              {notificationTexts.markAllRead}
            </Button>
          )}
        </div>
        {error && !data && <LoadFailure failure={error} retry={onRetry} />}
        {!data && !error && <Skeleton h="6rem" aria-hidden />}
        {data?.notifications.length === 0 && <p className={classes.none}>{notificationTexts.none}</p>}
        <ul className={classes.list}>
          {data?.notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onOpen={() => setOpened(false)} />
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  );
}

const icons = {
  mention: IconAt,
  assigned: IconUserCheck,
  task: IconListCheck,
  refused: IconAlertCircle,
  review: IconStar,
  appointment: IconCalendarEvent,
  registration: IconRosetteDiscountCheck,
  lead: IconTargetArrow,
  reply: IconMail,
} as const;

interface NotificationRowProps {
  notification: Notification;
  onOpen: () => void;
}

/** A click marks the notification as read and opens what it is about, switching the location if needed. */
function NotificationRow({ notification, onOpen }: NotificationRowProps) {
  const { id, kind, title, text, chat_id, location_id, location, created_at, read_at } = notification;
  const navigate = useNavigate();
  const time = useTime();
  const actingLocation = useSession()?.location_id;
  const read = useSend(notifications.read, { invalidates: [notifications.list], quiet: true });
  const KindIcon = icons[kind];
  const isElsewhere = location_id !== actingLocation && !isBusinessWide(kind);
  const open = () => {
    if (read_at === null) read.mutate({ params: { notification_id: id } });
    onOpen();
    navigate(notificationPath(chat_id, kind));
    if (isElsewhere) session.update({ location_id, location, location_address: "" });
  };
  return (
    <li>
      <UnstyledButton className={classes.row} onClick={open}>
        <KindIcon size={18} aria-hidden />
        <span className={classes.text}>
          <b>{title}</b>
          <span>{text}</span>
          <small>
            {isElsewhere && `${location} · `}
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
