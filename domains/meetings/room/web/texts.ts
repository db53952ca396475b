import type { CallView } from "./callView.ts";
import type { MediaProblem, OwnMediaView } from "./ownMedia.ts";

/** What both sides of the video room say. */
export const roomTexts = {
  mute: "Mute",
  unmute: "Unmute",
  cameraOff: "Turn camera off",
  cameraOn: "Turn camera on",
  share: "Share screen",
  stopSharing: "Stop sharing",
  leave: "Leave",
  join: "Join again",
  retry: "Try again",
  soundOn: "Turn on sound",
  camera: "Camera",
  microphone: "Microphone",
  unnamedDevice: (kind: string, at: number) => `${kind} ${at}`,
  controls: "Call controls",
  own: "You",
  ownPicture: "What others see of you",
  peerPicture: (name: string) => `Video of ${name}`,
  notRecorded: "Nothing is recorded.",
  peerMuted: (name: string) => `${name} is muted`,
  peerWithoutCamera: (name: string) => `${name}'s camera is off`,
  peerShares: (name: string) => `${name} is sharing a screen`,
  waiting: (count: number) => (count === 1 ? "1 more person opened the link" : `${count} more people opened the link`),
  since: (time: string) => `Waiting since ${time}`,
  letIn: "Let in",
  letInInstead: "Let in instead",
  letInText: (name: string) => `Only one person can be in as ${name}. The other one waits.`,
  back: "Back to meetings",
  sameNetwork: "Works when both of you are on the same network.",
} as const;

/** Whom a side talks to, and how to reach them when the video fails. */
export interface OtherSide {
  readonly name: string;
  /** The customer, or the business by its name. */
  readonly inWords: string;
  /** As people write it; empty without one. */
  readonly number: string;
  readonly isHost: boolean;
}

/** The state of a call in words. */
export function stateWords({ phase, refusal }: Pick<CallView, "phase" | "refusal">, other: OtherSide): string {
  switch (phase) {
    case "entering":
      return "Allow your camera and microphone if your browser asks.";
    case "waiting":
      return `Waiting for ${other.name}…`;
    case "held":
      return `Someone else is in this meeting. Wait here: ${other.name} can let you in.`;
    case "connecting":
      return "Connecting…";
    case "connected":
      return "Connected";
    case "reconnecting":
      return "Reconnecting…";
    case "blocked":
      return blockedWords(other);
    case "left":
      return "You left the meeting.";
    case "over":
      return "This meeting is over.";
    case "replaced":
      return "This meeting is open in another window. To use this one, join again.";
    case "refused":
      return refusal;
  }
}

function blockedWords({ inWords, number }: OtherSide): string {
  const instead = number === "" ? `Call ${inWords} instead.` : `Call ${inWords} at ${number} instead.`;
  return `Your network blocks the video connection. ${instead}`;
}

const problemWords: Readonly<Record<MediaProblem, (device: string) => string>> = {
  denied: (device) =>
    `Your browser blocks your ${device}. Select the icon beside the address, allow it, and join again.`,
  missing: (device) => `No ${device} found.`,
  busy: (device) => `Another program uses your ${device}. Close it, then turn it on here.`,
  unsupported: (device) => `This browser can't use your ${device} on this page. Open the link in another browser.`,
};

/** What is missing of a person's own camera and microphone, and what to do about it; empty when nothing is. */
export function mediaWords(own: Pick<OwnMediaView, "microphoneProblem" | "cameraProblem"> | undefined): string {
  const { microphoneProblem: sound, cameraProblem: picture } = own ?? {};
  if (sound && sound === picture && sound !== "missing") return problemWords[sound]("camera and microphone");
  return [
    sound && `${problemWords[sound]("microphone")} ${sound === "missing" ? "Others can't hear you." : ""}`.trim(),
    picture && `${problemWords[picture]("camera")} You join with sound only.`,
  ]
    .filter(Boolean)
    .join(" ")
    .replace("No microphone found. Others can't hear you. No camera found. You join with sound only.", neither);
}

const neither = "No camera or microphone found. You can see and hear others.";

/** What the other side's camera and microphone do, in words; empty when both are on. */
export function peerWords({ phase, peer }: Pick<CallView, "phase" | "peer">, name: string): string {
  if (phase !== "connected") return "";
  const words = [
    peer.isSharing ? roomTexts.peerShares(name) : "",
    peer.hasCamera ? "" : roomTexts.peerWithoutCamera(name),
    peer.isMuted ? roomTexts.peerMuted(name) : "",
  ];
  return words.filter(Boolean).join(" · ");
}
