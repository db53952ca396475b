import { useCall } from "#core/web/call/useCall.ts";
import { MenuCount } from "#core/web/layout/MenuCount.tsx";
import { alerts } from "../contract.ts";
import { alertTexts } from "./texts.ts";
import { useFreshAlerts } from "./useFreshAlerts.ts";

/** The menu's count of open alerts, with a red dot while one is critical. Mounted on every screen, so it also keeps the alerts fresh. */
export function DangerBadge() {
  useFreshAlerts();
  const { open = 0, danger = 0 } = useCall(alerts.open, {}, { staleTime: 60_000 }).data ?? {};
  const label = danger > 0 ? alertTexts.critical(danger) : alertTexts.count(open);
  return <MenuCount count={open} label={label} urgent={danger > 0} />;
}
