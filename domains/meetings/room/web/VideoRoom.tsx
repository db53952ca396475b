import { Button, Group, NativeSelect } from "@mantine/core";
import {
  IconMicrophone,
  IconMicrophoneOff,
  IconPhoneOff,
  IconScreenShare,
  IconScreenShareOff,
  IconVideo,
  IconVideoOff,
} from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { meetingRoom, meetingRoomEvents, type RoomNews } from "../contract.ts";
import { type CallView, endedPhases } from "./callView.ts";
import { type HostTransport, hostTransport } from "./hostTransport.ts";
import type { MediaChoice, OwnMediaView } from "./ownMedia.ts";
import { playSound } from "./playSound.ts";
import classes from "./RoomScreen.module.css";
import { type Call, runCall } from "./runCall.ts";
import { mediaWords, type OtherSide, peerWords, stateWords, roomTexts as texts } from "./texts.ts";

/** The two videos, what there is to say about them, and the controls. */
export function VideoRoom({ id, other }: { id: number; other: OtherSide }) {
  const { view, call, again } = useHostCall(id);
  if (!view || !call) return null;
  const hasEnded = endedPhases.includes(view.phase);
  const problem = mediaWords(view.own);
  const peer = peerWords(view, other.name);
  return (
    <div className={classes.room}>
      <p role="status" className={classes.state} data-phase={view.phase}>
        {stateWords(view, other)}
      </p>
      {!hasEnded && <Stage view={view} name={other.name} />}
      {view.own && !hasEnded && <CallButtons own={view.own} call={call} />}
      {peer && <p className={classes.peer}>{peer}</p>}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
      {view.phase === "blocked" && (
        <Button variant="default" onClick={call.retry}>
          {texts.retry}
        </Button>
      )}
      {!hasEnded && (
        <WaitingGuests id={id} waiting={view.waiting} isTaken={view.phase !== "waiting"} name={other.name} />
      )}
      {view.own && !hasEnded && <DeviceChoices own={view.own} call={call} />}
      {hasEnded && (
        <div className={classes.buttons}>
          {view.phase !== "over" && (
            <Button onClick={again} data-autofocus>
              {texts.join}
            </Button>
          )}
          <Button component="a" href="/virtual" variant="default">
            {texts.back}
          </Button>
        </div>
      )}
      <p className={classes.hint}>{texts.notRecorded}</p>
    </div>
  );
}

/** The other side large, one's own picture small. */
function Stage({ view, name }: { view: CallView; name: string }) {
  const { own, remote, peer, phase } = view;
  const [isSilent, setSilent] = useState(false);
  const video = useVideo(remote, (element) => void playSound(element).then((isHeard) => setSilent(!isHeard)));
  const preview = useVideo(own?.preview ?? null, () => undefined);
  const isShown = (phase === "connected" || phase === "reconnecting") && peer.hasCamera;
  return (
    <div className={classes.stage}>
      <video
        ref={video}
        className={classes.remote}
        data-empty={!isShown || undefined}
        aria-label={texts.peerPicture(name)}
        autoPlay
        playsInline
      />
      <figure className={classes.own} data-empty={!own?.preview || undefined}>
        <video
          ref={preview}
          data-mirrored={!own?.isSharing || undefined}
          aria-label={texts.ownPicture}
          autoPlay
          playsInline
          muted
        />
        <figcaption>{texts.own}</figcaption>
      </figure>
      {isSilent && (
        <Button
          className={classes.sound}
          onClick={() => {
            if (video.current) video.current.muted = false;
            setSilent(false);
          }}
        >
          {texts.soundOn}
        </Button>
      )}
    </div>
  );
}

/** Shows a stream in a video. */
function useVideo(stream: MediaStream | null, onStream: (video: HTMLVideoElement) => void) {
  const video = useRef<HTMLVideoElement>(null);
  const act = useRef(onStream);
  useEffect(() => {
    act.current = onStream;
  });
  useEffect(() => {
    const element = video.current;
    if (!element || element.srcObject === stream) return;
    element.srcObject = stream;
    if (stream) act.current(element);
  }, [stream]);
  return video;
}

/** Sound, picture, screen, and the way out. */
function CallButtons({ own, call }: { own: OwnMediaView; call: Call }) {
  const { isMuted, hasMicrophone, isCameraOn, hasCamera, isSharing, canShare } = own;
  const isSilent = isMuted || !hasMicrophone;
  return (
    <Group gap="xs" role="group" aria-label={texts.controls}>
      <Button
        variant={isSilent ? "filled" : "default"}
        leftSection={isSilent ? <IconMicrophoneOff size={16} aria-hidden /> : <IconMicrophone size={16} aria-hidden />}
        onClick={() => void call.toggleMute()}
      >
        {isSilent ? texts.unmute : texts.mute}
      </Button>
      {(hasCamera || isCameraOn) && (
        <Button
          variant={isCameraOn ? "default" : "filled"}
          leftSection={isCameraOn ? <IconVideo size={16} aria-hidden /> : <IconVideoOff size={16} aria-hidden />}
          onClick={() => void call.toggleCamera()}
        >
          {isCameraOn ? texts.cameraOff : texts.cameraOn}
        </Button>
      )}
      {canShare && (
        <Button
          variant={isSharing ? "filled" : "default"}
          leftSection={
            isSharing ? <IconScreenShareOff size={16} aria-hidden /> : <IconScreenShare size={16} aria-hidden />
          }
          onClick={() => void call.toggleSharing()}
        >
          {isSharing ? texts.stopSharing : texts.share}
        </Button>
      )}
      <Button color="red" leftSection={<IconPhoneOff size={16} aria-hidden />} onClick={call.leave}>
        {texts.leave}
      </Button>
    </Group>
  );
}

/** Which camera and which microphone, for those who have several. */
function DeviceChoices({ own, call }: { own: OwnMediaView; call: Call }) {
  const choicesOf = (kind: string, choices: readonly MediaChoice[]) =>
    choices.map(({ id, label }, at) => ({ value: id, label: label || texts.unnamedDevice(kind, at + 1) }));
  return (
    <div className={classes.devices}>
      {own.cameras.length > 1 && (
        <NativeSelect
          label={texts.camera}
          data={choicesOf(texts.camera, own.cameras)}
          value={own.camera_id}
          onChange={({ currentTarget }) => void call.chooseCamera(currentTarget.value)}
        />
      )}
      {own.microphones.length > 1 && (
        <NativeSelect
          label={texts.microphone}
          data={choicesOf(texts.microphone, own.microphones)}
          value={own.microphone_id}
          onChange={({ currentTarget }) => void call.chooseMicrophone(currentTarget.value)}
        />
      )}
    </div>
  );
}

interface Props {
  id: number;
  waiting: RoomNews["waiting"];
  /** Joining would wait, because both seats are taken. */
  isTaken: boolean;
  name: string;
}

/** Guests in front of the room; the host lets them in one at a time. */
function WaitingGuests({ id, waiting, isTaken, name }: Props) {
  const time = useTime();
  const admit = useSend(meetingRoom.admit);
  if (waiting.length === 0) return null;
  return (
    <section className={classes.waiting} aria-label={texts.waiting(waiting.length)}>
      <p>
        <b>{texts.waiting(waiting.length)}</b> {texts.letInText(name)}
      </p>
      <ul>
        {waiting.map((guest) => (
          <li key={guest.id}>
            {texts.since(time.time(guest.entered_at))}
            <Button
              variant="default"
              size="compact-md"
              loading={admit.isPending}
              onClick={() => admit.mutate({ params: { id }, body: { guest_id: guest.id } })}
            >
              {isTaken ? texts.letInInstead : texts.letIn}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface RunningCall {
  readonly call: Call;
  readonly transport: HostTransport;
  readonly run: number;
}

/** A member's side of a call, from when the screen opens until they leave; `again` begins a new one. */
function useHostCall(id: number) {
  const [run, setRun] = useState(0);
  const [running, setRunning] = useState<RunningCall>();
  const [view, setView] = useState<CallView>();
  useEffect(() => {
    const transport = hostTransport(id);
    const call = runCall({ transport, isPolite: false, seatName: `meeting seat ${id}`, onChange: setView });
    setRunning({ call, transport, run });
    // Reloading or closing keeps the seat for a moment; navigating within the app leaves.
    return () => call.leave();
  }, [id, run]);
  const wake = () => running?.transport.wake();
  useRealtimeEvent(meetingRoomEvents.changed, ({ target_id }) => target_id === id && wake());
  useOnReconnect(wake);
  return { view, call: running?.call, again: () => setRun((before) => before + 1) };
}
