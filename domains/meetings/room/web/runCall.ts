import type { CallSignal, EnteredRoom, RoomExchange, RoomNews } from "../contract.ts";
import { maxSignals } from "../fields.ts";
import { type CallPhase, type CallView, endedPhases } from "./callView.ts";
import { connectPeer, type PeerConnection, type UnnumberedSignal } from "./connectPeer.ts";
import { createOwnMedia } from "./ownMedia.ts";

/** Why joining is refused, as shown. */
export class RefusedEntry extends Error {
  override name = "RefusedEntry";
  readonly phase: CallPhase;

  constructor(phase: "over" | "refused", message: string) {
    super(message);
    this.phase = phase;
  }
}

/** How a side reaches the server. `exchange` may take its time when there is nothing to say. */
export interface CallTransport {
  /** @throws RefusedEntry */
  enter(formerSeat: string | undefined): Promise<EnteredRoom>;
  exchange(request: RoomExchange, signal: AbortSignal): Promise<RoomNews>;
  leave(seat: string): void;
}

export interface CallSettings {
  readonly transport: CallTransport;
  /** The customer's side gives way when both offer. */
  readonly isPolite: boolean;
  /** Where a seat is kept while the page reloads. */
  readonly seatName: string;
  readonly onChange: (view: CallView) => void;
}

/** Seconds without a connection until the network counts as blocked. */
const patienceMs = 20_000;
/** How long a broken connection may take to recover. */
const recoveryMs = 3000;
const retryMs = 2000;

export type Call = ReturnType<typeof runCall>;

/** Runs one side of a call until it ends: own camera and microphone, the seat in the room, and the connection to the other side. */
export function runCall({ transport, isPolite, seatName, onChange }: CallSettings) {
  const noMedia = { isMuted: false, hasCamera: true, isSharing: false };
  let view: CallView = { phase: "entering", refusal: "", own: undefined, remote: null, peer: noMedia, waiting: [] };
  let seat = "";
  let iceServers: EnteredRoom["ice_servers"] = [];
  let after = 0;
  let known = "";
  let sent = 0;
  let arrived = 0;
  let peer: { readonly id: number; readonly connection: PeerConnection } | undefined;
  let isConnected = false;
  let queue: CallSignal[] = [];
  let asking = new AbortController();
  let isReachable = true;
  const timers = new Map<string, ReturnType<typeof setTimeout>>();

  const hasEnded = () => endedPhases.includes(view.phase);
  const show = (change: Partial<CallView>) => {
    view = { ...view, ...change };
    onChange(view);
  };
  const later = (name: string, milliseconds: number, act: () => void) => {
    clearTimeout(timers.get(name));
    timers.set(name, setTimeout(act, milliseconds));
  };
  const forget = () => {
    for (const timer of timers.values()) clearTimeout(timer);
    timers.clear();
  };

  const media = createOwnMedia((own) => {
    const before = view.own;
    show({ own });
    peer?.connection.replaceTracks(media.tracks());
    if (
      before?.isMuted !== own.isMuted ||
      before?.preview !== own.preview ||
      before?.hasMicrophone !== own.hasMicrophone
    )
      sendMedia();
  });
  function sendMedia() {
    const { audio, video } = media.tracks();
    const isMuted = !audio?.enabled;
    if (peer) send({ kind: "media", isMuted, hasCamera: video !== null, isSharing: view.own?.isSharing ?? false });
  }

  function send(signal: UnnumberedSignal) {
    sent += 1;
    queue.push({ ...signal, n: sent } as CallSignal);
    // Candidates come in bursts.
    later("send", 40, () => asking.abort());
  }

  function disconnect() {
    peer?.connection.close();
    peer = undefined;
    isConnected = false;
    queue = [];
    sent = 0;
    arrived = 0;
    forget();
    show({ remote: null, peer: noMedia });
  }

  function connect(id: number) {
    const stream = new MediaStream();
    const connection = connectPeer({
      isPolite,
      iceServers,
      tracks: media.tracks(),
      send,
      onState: (state) => peer?.connection === connection && changeState(state),
      onTrack: (track) => {
        stream.addTrack(track);
        show({ remote: stream });
      },
    });
    peer = { id, connection };
    show({ phase: "connecting" });
    later("patience", patienceMs, () => show({ phase: "blocked" }));
    sendMedia();
  }

  function changeState(state: RTCPeerConnectionState) {
    isConnected = state === "connected";
    if (isConnected) {
      clearTimeout(timers.get("patience"));
      clearTimeout(timers.get("recovery"));
      return show({ phase: "connected" });
    }
    if (state !== "disconnected" && state !== "failed") return;
    if (view.phase === "connected") {
      show({ phase: "reconnecting" });
      later("patience", patienceMs, () => show({ phase: isReachable ? "blocked" : "reconnecting" }));
    }
    later("recovery", state === "failed" ? 0 : recoveryMs, () => peer?.connection.restart());
  }

  async function apply(news: RoomNews): Promise<void> {
    known = news.mark;
    if (news.state === "over" || news.state === "replaced") return end(news.state);
    show({ waiting: news.waiting });
    if (news.peer?.id !== peer?.id) {
      disconnect();
      if (news.peer?.is_present) connect(news.peer.id);
    }
    if (!peer) return show({ phase: news.state === "waiting" ? "held" : "waiting" });
    if (!news.peer?.is_present && !isConnected) show({ phase: "waiting" });
    else if (view.phase === "waiting") show({ phase: isConnected ? "connected" : "reconnecting" });
    for (const { id, signal } of news.signals) {
      after = Math.max(after, id);
      // One that was sent again after a lost answer.
      if (signal.n <= arrived) continue;
      arrived = signal.n;
      if (signal.kind === "media") show({ peer: signal });
      else await peer?.connection.receive(signal);
    }
  }

  function end(phase: CallPhase, refusal = "") {
    disconnect();
    media.stop();
    sessionStorage.removeItem(seatName);
    show({ phase, refusal, own: undefined, waiting: [] });
    asking.abort();
  }

  async function listen() {
    while (!hasEnded()) {
      asking = new AbortController();
      const signals = queue.slice(0, maxSignals);
      const to = peer?.id ?? 0;
      // Sends aren't interrupted: it would be unknown whether they arrived.
      const signal = signals.length > 0 ? new AbortController().signal : asking.signal;
      try {
        const news = await transport.exchange({ seat, after, to, known, signals }, signal);
        isReachable = true;
        if (peer?.id === to) queue = queue.slice(signals.length);
        if (!hasEnded()) await apply(news);
      } catch (failure) {
        if (failure instanceof RefusedEntry) return end(failure.phase, failure.message);
        if (asking.signal.aborted) continue;
        isReachable = false;
        if (!isConnected && view.phase !== "waiting" && view.phase !== "held") show({ phase: "reconnecting" });
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }

  async function start() {
    await media.start();
    for (;;) {
      if (hasEnded()) return;
      try {
        const entered = await transport.enter(sessionStorage.getItem(seatName) ?? undefined);
        seat = entered.seat;
        iceServers = entered.ice_servers;
        if (hasEnded()) return transport.leave(seat);
        sessionStorage.setItem(seatName, seat);
        return listen();
      } catch (failure) {
        if (failure instanceof RefusedEntry) return end(failure.phase, failure.message);
        await new Promise((resolve) => setTimeout(resolve, retryMs));
      }
    }
  }
  void start();

  return {
    ...media,
    /** Looks for a way through the network again. */
    retry() {
      show({ phase: "connecting" });
      later("patience", patienceMs, () => show({ phase: "blocked" }));
      peer?.connection.restart();
    },
    leave() {
      if (hasEnded()) return;
      if (seat) transport.leave(seat);
      end("left");
    },
  };
}
