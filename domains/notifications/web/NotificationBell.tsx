import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { Suspense, startTransition, useCallback, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { ring } from "#core/web/feedback/bell.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { notificationEvents, notifications } from "../contract.ts";
import classes from "./NotificationBell.module.css";
import { notificationTexts } from "./texts.ts";

const importPanel = () => import("./NotificationPanel.tsx");
const NotificationPanel = lazyNamed(importPanel, "NotificationPanel");

/** The bell with the unread count; its panel is prefetched on hover and focus. */
export function NotificationBell() {
  const { data, error, refetch } = useNotifications();
  const [isRequested, setIsRequested] = useState(false);
  const unread = data?.unread_count ?? 0;
  const prefetch = () => void importPanel().catch(() => undefined);
  const bell = (
    <ActionIcon
      className={classes.bell}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={unread > 0 ? notificationTexts.withUnread(unread) : notificationTexts.title}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => startTransition(() => setIsRequested(true))}
      onPointerEnter={prefetch}
      onFocus={prefetch}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </ActionIcon>
  );
  if (!isRequested) return bell;
  return (
    <Suspense fallback={bell}>
      <NotificationPanel trigger={bell} data={data} error={error} onRetry={refetch} />
    </Suspense>
  );
}

/** The person's notifications, kept current; a new one rings the bell. */
function useNotifications() {
  const cache = useQueryClient();
  const refresh = useCallback(() => cache.invalidateQueries({ queryKey: [notifications.list.name] }), [cache]);
  useRealtimeEvent(notificationEvents.added, () => {
    ring();
    void refresh();
  });
  useRealtimeEvent(notificationEvents.read, () => void refresh());
  useOnReconnect(refresh);
  return useCall(notifications.list, {}, { staleTime: 60_000 });
}
