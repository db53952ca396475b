import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { CallButtons } from "./CallButtons.tsx";
import { type CallView, endedPhases } from "./callView.ts";
import { DeviceChoices } from "./DeviceChoices.tsx";
import { playSound } from "./playSound.ts";
import classes from "./RoomScreen.module.css";
import { mediaWords, type OtherSide, peerWords, stateWords, roomTexts as texts } from "./texts.ts";
import { useHostCall } from "./useHostCall.ts";
import { WaitingGuests } from "./WaitingGuests.tsx";

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

/** The other side large, oneself small. */
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
