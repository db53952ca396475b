import {
  IconAlertOctagon,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
  IconHourglass,
  IconPencil,
  IconPlayerPause,
  IconSend,
} from "@tabler/icons-react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { StatusBadge, StatusWord } from "#core/web/status/StatusBadge.tsx";
import { RegisterTexts } from "#domains/locations/registration/web/public.tsx";
import { readStatus, type StatusKind, statusTones } from "./campaignStatus.ts";
import classes from "./StatusCell.module.css";

const icons: Record<StatusKind, Icon> = {
  draft: IconPencil,
  scheduled: IconClock,
  waiting: IconHourglass,
  unregistered: IconHourglass,
  preparing: IconHourglass,
  sending: IconSend,
  paused: IconPlayerPause,
  held: IconPlayerPause,
  stopped: IconAlertOctagon,
  sent: IconCircleCheck,
  canceled: IconCircleMinus,
};

/** A campaign's status: a badge for what still moves or asks for somebody, a plain word for what is over. */
export function StatusCell({ campaign_status }: { campaign_status: string }) {
  const { kind, word, why, percent } = readStatus(campaign_status);
  if (kind === "draft") return <>-</>;
  const Shown = kind === "sent" || kind === "canceled" ? StatusWord : StatusBadge;
  return (
    <span className={classes.status} title={why || undefined}>
      <Shown tone={statusTones[kind]} icon={icons[kind]}>
        {word}
      </Shown>
      {percent !== undefined && (
        <span className={classes.bar} aria-hidden>
          <span style={{ width: `${percent}%` }} />
        </span>
      )}
      {why && <span className={classes.why}>{why}</span>}
      {kind === "unregistered" && (
        <span className={classes.why}>
          <RegisterTexts />
        </span>
      )}
    </span>
  );
}
