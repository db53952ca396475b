import type { OutgoingTracks } from "./connectPeer.ts";

/** Why a camera or a microphone can't be used. */
export type MediaProblem = "denied" | "missing" | "busy" | "unsupported";

export interface MediaChoice {
  readonly id: string;
  readonly label: string;
}

/** A person's own camera, microphone and screen, as shown. */
export interface OwnMediaView {
  readonly isMuted: boolean;
  readonly hasMicrophone: boolean;
  readonly isCameraOn: boolean;
  readonly hasCamera: boolean;
  readonly isSharing: boolean;
  readonly canShare: boolean;
  readonly microphoneProblem: MediaProblem | undefined;
  readonly cameraProblem: MediaProblem | undefined;
  readonly microphones: readonly MediaChoice[];
  readonly cameras: readonly MediaChoice[];
  readonly microphone_id: string;
  readonly camera_id: string;
  /** What the other side sees. */
  readonly preview: MediaStream | null;
}

const startView: OwnMediaView = {
  isMuted: false,
  hasMicrophone: false,
  isCameraOn: false,
  hasCamera: false,
  isSharing: false,
  canShare: false,
  microphoneProblem: undefined,
  cameraProblem: undefined,
  microphones: [],
  cameras: [],
  microphone_id: "",
  camera_id: "",
  preview: null,
};

const problems: Readonly<Record<string, MediaProblem>> = {
  NotAllowedError: "denied",
  SecurityError: "denied",
  NotFoundError: "missing",
  OverconstrainedError: "missing",
  NotSupportedError: "unsupported",
};
const problemOf = (error: unknown): MediaProblem =>
  (error instanceof DOMException && problems[error.name]) || (error instanceof DOMException ? "busy" : "unsupported");

const videoOf = (deviceId: string): MediaTrackConstraints => ({
  width: { ideal: 1280 },
  height: { ideal: 720 },
  ...(deviceId && { deviceId: { exact: deviceId } }),
});
const audioOf = (deviceId: string): MediaTrackConstraints => ({
  echoCancellation: true,
  noiseSuppression: true,
  ...(deviceId && { deviceId: { exact: deviceId } }),
});

export type OwnMedia = ReturnType<typeof createOwnMedia>;

/** Opens camera and microphone, and turns them off and on: a camera that is off is released, so that its light goes out. */
export function createOwnMedia(onChange: (view: OwnMediaView) => void) {
  let view = startView;
  let audio: MediaStreamTrack | null = null;
  let camera: MediaStreamTrack | null = null;
  let screen: MediaStreamTrack | null = null;
  let isStopped = false;
  const devices = navigator.mediaDevices as MediaDevices | undefined;

  const update = (change: Partial<OwnMediaView> = {}) => {
    const shown = screen ?? camera;
    const isSame = view.preview?.getTracks()[0] === shown;
    const preview = shown ? (isSame ? view.preview : new MediaStream([shown])) : null;
    const base = { hasMicrophone: audio !== null, isCameraOn: camera !== null, isSharing: screen !== null };
    view = { ...view, ...base, preview, ...change };
    if (!isStopped) onChange(view);
  };
  const listDevices = async () => {
    const all = (await devices?.enumerateDevices().catch(() => [])) ?? [];
    const choices = (kind: MediaDeviceKind) =>
      all.filter((one) => one.kind === kind && one.deviceId).map(({ deviceId, label }) => ({ id: deviceId, label }));
    const cameras = choices("videoinput");
    update({ cameras, microphones: choices("audioinput"), hasCamera: cameras.length > 0 || camera !== null });
  };
  const open = async (constraints: MediaStreamConstraints): Promise<MediaStream> => {
    if (!devices?.getUserMedia) throw new Error("This page can't use cameras");
    const stream = await devices.getUserMedia(constraints);
    // The person left while the browser was still asking.
    if (isStopped) for (const track of stream.getTracks()) track.stop();
    return stream;
  };
  const keepCamera = (track: MediaStreamTrack | null) => {
    camera?.stop();
    camera = track;
    // Pulled out, or taken by the system.
    track?.addEventListener("ended", () => {
      if (camera !== track) return;
      keepCamera(null);
      update({ cameraProblem: "missing" });
    });
    update({ camera_id: track?.getSettings().deviceId ?? view.camera_id });
  };
  const keepMicrophone = (track: MediaStreamTrack | null) => {
    audio?.stop();
    audio = track;
    if (track) track.enabled = !view.isMuted;
    track?.addEventListener("ended", () => {
      if (audio !== track) return;
      keepMicrophone(null);
      update({ microphoneProblem: "missing" });
    });
    update({ microphone_id: track?.getSettings().deviceId ?? view.microphone_id });
  };
  const openCamera = async (deviceId: string) => {
    try {
      keepCamera((await open({ video: videoOf(deviceId) })).getVideoTracks()[0] ?? null);
      update({ cameraProblem: undefined });
    } catch (error) {
      update({ cameraProblem: problemOf(error) });
    }
  };
  const openMicrophone = async (deviceId: string) => {
    try {
      keepMicrophone((await open({ audio: audioOf(deviceId) })).getAudioTracks()[0] ?? null);
      update({ microphoneProblem: undefined });
    } catch (error) {
      update({ microphoneProblem: problemOf(error) });
    }
  };
  const stopSharing = () => {
    screen?.stop();
    screen = null;
    update();
  };
  const onDevices = () => void listDevices();

  return {
    /** Asks for both together, so that the browser prompts once; falls back to the one that exists. */
    async start(): Promise<void> {
      devices?.addEventListener?.("devicechange", onDevices);
      update({
        canShare: Boolean(devices && "getDisplayMedia" in devices) && !/Mobi|Android/.test(navigator.userAgent),
      });
      try {
        const stream = await open({ audio: audioOf(""), video: videoOf("") });
        keepMicrophone(stream.getAudioTracks()[0] ?? null);
        keepCamera(stream.getVideoTracks()[0] ?? null);
      } catch {
        await openMicrophone("");
        await openCamera("");
      }
      await listDevices();
    },
    /** What is sent at the moment. */
    tracks: (): OutgoingTracks => ({ audio, video: screen ?? camera }),
    async toggleMute(): Promise<void> {
      if (!audio) return openMicrophone(view.microphone_id);
      audio.enabled = !audio.enabled;
      update({ isMuted: !audio.enabled });
    },
    async toggleCamera(): Promise<void> {
      if (camera) return keepCamera(null);
      await openCamera(view.camera_id);
      await listDevices();
    },
    chooseCamera: (deviceId: string) => openCamera(deviceId),
    chooseMicrophone: (deviceId: string) => openMicrophone(deviceId),
    async toggleSharing(): Promise<void> {
      if (screen) return stopSharing();
      const stream = await devices?.getDisplayMedia({ video: true }).catch(() => undefined);
      screen = stream?.getVideoTracks()[0] ?? null;
      screen?.addEventListener("ended", stopSharing);
      update();
    },
    /** Releases everything. */
    stop(): void {
      isStopped = true;
      devices?.removeEventListener?.("devicechange", onDevices);
      for (const track of [audio, camera, screen]) track?.stop();
    },
  };
}
