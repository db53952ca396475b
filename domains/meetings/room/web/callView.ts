import type { RoomNews } from "../contract.ts";
import type { OwnMediaView } from "./ownMedia.ts";

/**
 * A call's phase. `entering`; `waiting`: alone; `held`: in front of the room; `blocked`: the network allows no
 * connection; `left`, `over`, `replaced`: ended; `refused`: never began, see `refusal`.
 */
export type CallPhase =
  | "entering"
  | "waiting"
  | "held"
  | "connecting"
  | "connected"
  | "reconnecting"
  | "blocked"
  | "left"
  | "over"
  | "replaced"
  | "refused";

/** What the other side's camera and microphone do. */
export interface PeerMedia {
  readonly isMuted: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
}

export interface CallView {
  readonly phase: CallPhase;
  readonly refusal: string;
  readonly own: OwnMediaView | undefined;
  readonly remote: MediaStream | null;
  readonly peer: PeerMedia;
  /** Who else waits in front of the room; only the host knows. */
  readonly waiting: RoomNews["waiting"];
}

export const endedPhases: readonly CallPhase[] = ["left", "over", "replaced", "refused"];
