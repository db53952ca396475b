import type { IceServer } from "#core/iceServers.ts";
import type { CallSignal } from "../contract.ts";

/** The sender counts `n`. */
export type UnnumberedSignal = CallSignal extends infer One ? (One extends CallSignal ? Omit<One, "n"> : never) : never;

export interface OutgoingTracks {
  readonly audio: MediaStreamTrack | null;
  readonly video: MediaStreamTrack | null;
}

interface PeerSettings {
  /** Gives way when both sides offer at once. The other side makes the first offer. */
  readonly isPolite: boolean;
  readonly iceServers: readonly IceServer[];
  readonly tracks: OutgoingTracks;
  readonly send: (signal: UnnumberedSignal) => void;
  readonly onState: (state: RTCPeerConnectionState) => void;
  readonly onTrack: (track: MediaStreamTrack) => void;
}

export interface PeerConnection {
  /** Takes what the other side sent. */
  receive(signal: CallSignal): Promise<void>;
  /** Sends other tracks from now on. The connection stays as it is. */
  replaceTracks(tracks: OutgoingTracks): void;
  /** Looks for a way to the other side again. */
  restart(): void;
  close(): void;
}

/**
 * A connection to one browser, by the pattern of perfect negotiation: either side may offer at any time, and of two offers that
 * meet, the polite side's is withdrawn. Both ways exist from the start, so cameras and screens come and go without an offer.
 */
export function connectPeer({ isPolite, iceServers, tracks, send, onState, onTrack }: PeerSettings): PeerConnection {
  const pc = new RTCPeerConnection({ iceServers: [...iceServers], bundlePolicy: "max-bundle" });
  let outgoing = tracks;
  let isOffering = false;
  let isIgnoring = false;
  /** A step that fails leaves the call without a connection, which shows, and can be tried again. */
  const goOn = () => undefined;

  /** Puts our tracks on the ways that the first offer made. */
  const attach = async () => {
    for (const transceiver of pc.getTransceivers()) {
      const kind = transceiver.receiver.track.kind === "audio" ? "audio" : "video";
      transceiver.direction = "sendrecv";
      if (transceiver.sender.track !== outgoing[kind]) await transceiver.sender.replaceTrack(outgoing[kind]);
    }
  };
  const describe = async () => {
    await pc.setLocalDescription();
    const { type, sdp } = pc.localDescription ?? {};
    if (sdp && (type === "offer" || type === "answer")) send({ kind: "description", type, sdp });
  };

  pc.onnegotiationneeded = async () => {
    // The polite side has nothing to offer before it knows the ways.
    if (isPolite && pc.remoteDescription === null) return;
    isOffering = true;
    await describe().catch(goOn);
    isOffering = false;
  };
  pc.onicecandidate = ({ candidate }) => {
    if (!candidate) return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    send({ kind: "candidate", candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  };
  pc.onconnectionstatechange = () => onState(pc.connectionState);
  pc.ontrack = ({ track }) => onTrack(track);

  async function receiveDescription(description: RTCSessionDescriptionInit): Promise<void> {
    const isCollision = description.type === "offer" && (isOffering || pc.signalingState !== "stable");
    isIgnoring = !isPolite && isCollision;
    if (isIgnoring) return;
    await pc.setRemoteDescription(description);
    if (description.type !== "offer") return;
    await attach();
    await describe();
  }

  if (!isPolite) {
    for (const kind of ["audio", "video"] as const) pc.addTransceiver(kind, { direction: "sendrecv" });
    void attach().catch(goOn);
  }
  return {
    async receive(signal) {
      try {
        if (signal.kind === "description") await receiveDescription({ type: signal.type, sdp: signal.sdp });
        if (signal.kind === "candidate") {
          const { candidate, sdpMid, sdpMLineIndex, usernameFragment } = signal;
          await pc.addIceCandidate({ candidate, sdpMid, sdpMLineIndex, usernameFragment });
        }
      } catch {
        // Such as a candidate of an offer that was ignored, which belongs to nothing.
        goOn();
      }
    },
    replaceTracks(next) {
      outgoing = next;
      if (!isPolite || pc.remoteDescription !== null) void attach().catch(goOn);
    },
    restart: () => pc.restartIce(),
    close: () => pc.close(),
  };
}
