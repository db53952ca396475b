import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { alerts } from "../contract.ts";
import { useFreshAlerts } from "./useFreshAlerts.ts";

/** The menu's count of open alerts, with a red dot while one is critical. Mounted on every screen, so it also keeps the alerts fresh. */
export function DangerBadge() {
  useFreshAlerts();
  const { open = 0, danger = 0 } = useCall(alerts.open, {}, { staleTime: 60_000 }).data ?? {};
  const dangers = danger === 1 ? "1 danger" : `${danger} dangers`;
  const label = danger > 0 ? dangers : open === 1 ? "1 alert" : `${open} alerts`;
  return <MenuCount count={open} label={label} urgent={danger > 0} />;
}
