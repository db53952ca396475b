import { useCall } from "#core/web/call/useCall.ts";
import { PulsingDot } from "#core/web/feedback/PulsingDot.tsx";
import { alerts } from "../contract.ts";
import { useFreshAlerts } from "./useFreshAlerts.ts";

/** The menu's red dot while a danger is open. Mounted on every screen, so it also keeps the alerts fresh. */
export function DangerBadge() {
  useFreshAlerts();
  const danger = useCall(alerts.open, {}, { staleTime: 60_000 }).data?.danger ?? 0;
  return danger > 0 ? <PulsingDot label={danger === 1 ? "1 danger" : `${danger} dangers`} /> : null;
}
