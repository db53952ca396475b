import { ActionIcon } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { Suspense, startTransition, useState } from "react";
import { part } from "#core/web/part.ts";
import classes from "./NotificationBell.module.css";
import { useNotifications } from "./useNotifications.ts";

const module = () => import("./NotificationPanel.tsx");
const NotificationPanel = part(module, "NotificationPanel");

/** The bell in the header: how many notifications are unread; its list comes when somebody is about to open it. */
export function NotificationBell() {
  const { data, error, refetch } = useNotifications();
  const [wanted, setWanted] = useState(false);
  const unread = data?.unread_count ?? 0;
  const prepare = () => void module().catch(() => undefined);
  const bell = (
    <ActionIcon
      className={classes.bell}
      variant="subtle"
      color="gray"
      size="lg"
      aria-label={unread > 0 ? `Notifications, ${unread} unread` : "Notifications"}
      aria-haspopup="dialog"
      aria-expanded={false}
      onClick={() => startTransition(() => setWanted(true))}
      onPointerEnter={prepare}
      onFocus={prepare}
    >
      <IconBell size={20} stroke={1.7} aria-hidden />
      {unread > 0 && (
        <span className={classes.count} aria-hidden>
          {unread > 99 ? "99+" : unread}
        </span>
      )}
    </ActionIcon>
  );
  if (!wanted) return bell;
  return (
    <Suspense fallback={bell}>
      <NotificationPanel trigger={bell} data={data} error={error} onRetry={refetch} />
    </Suspense>
  );
}
