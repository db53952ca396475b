import {
  IconBan,
  IconCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconLoader2,
  IconPlayerPause,
  IconSend,
} from "@tabler/icons-react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import type { StatusTone } from "#core/web/status/StatusBadge.tsx";
import type { ClientRegistrationState, QueuedRegistration } from "../contract.ts";

interface StateLook {
  readonly tone: StatusTone;
  readonly icon: Icon;
}

/** How each state of a registration looks to the operator. */
export const stateLooks: Record<QueuedRegistration["state"], StateLook> = {
  not_started: { tone: "gray", icon: IconCircleDashed },
  waiting: { tone: "gray", icon: IconClock },
  submitting: { tone: "blue", icon: IconSend },
  in_review: { tone: "blue", icon: IconClock },
  approved: { tone: "green", icon: IconCheck },
  refused: { tone: "red", icon: IconCircleX },
  suspended: { tone: "red", icon: IconBan },
  stuck: { tone: "red", icon: IconPlayerPause },
};

/** How far a client is. */
export const clientLooks: Record<ClientRegistrationState, StateLook> = {
  "": { tone: "gray", icon: IconCircleDashed },
  to_do: { tone: "red", icon: IconCircleX },
  with_carriers: { tone: "blue", icon: IconClock },
  not_started: { tone: "gray", icon: IconCircleDashed },
  joining: { tone: "blue", icon: IconLoader2 },
  registered: { tone: "green", icon: IconCheck },
};
