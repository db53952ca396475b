import { ActionIcon, UnstyledButton } from "@mantine/core";
import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { formatDuration } from "#core/web/time/duration.ts";
import classes from "./TimelineLine.module.css";
import { timelineTexts as texts } from "./texts.ts";

const rates = [1, 1.5, 2];

interface Props {
  url: string;
  /** Seconds, until the file itself says how long it is. */
  length: number;
  /** Whose call it is. */
  name: string;
}

/** A recording that plays in its line. Nothing is fetched before it is played. */
export function CallPlayer({ url, length, name }: Props) {
  const audio = useRef<HTMLAudioElement>(null);
  // A newer address of the same recording must not interrupt it.
  const [source] = useState(url);
  const [isPlaying, setPlaying] = useState(false);
  const [at, setAt] = useState(0);
  const [seconds, setSeconds] = useState(length);
  const [rate, setRate] = useState(1);
  const [isFailed, setFailed] = useState(false);
  const toggle = () => {
    const player = audio.current;
    if (!player) return;
    if (isPlaying) player.pause();
    else void player.play().catch(() => setFailed(true));
  };
  const nextRate = () => {
    const next = rates[(rates.indexOf(rate) + 1) % rates.length] ?? 1;
    if (audio.current) audio.current.playbackRate = next;
    setRate(next);
  };
  if (isFailed) return <span className={classes.quiet}>{texts.unplayable}</span>;
  const PlayIcon = isPlaying ? IconPlayerPauseFilled : IconPlayerPlayFilled;
  return (
    <span className={classes.player}>
      <audio
        ref={audio}
        src={source}
        preload="none"
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
        onTimeUpdate={({ currentTarget }) => setAt(currentTarget.currentTime)}
        onLoadedMetadata={({ currentTarget: { duration } }) => Number.isFinite(duration) && setSeconds(duration)}
        onError={() => setFailed(true)}
      />
      <ActionIcon
        radius="xl"
        variant="filled"
        data-play
        aria-label={isPlaying ? texts.pause(name) : texts.play(name)}
        onClick={toggle}
      >
        <PlayIcon size={14} aria-hidden />
      </ActionIcon>
      <span className={classes.position}>{formatDuration(at)}</span>
      <input
        type="range"
        className={classes.track}
        aria-label={texts.position}
        aria-valuetext={formatDuration(at)}
        min={0}
        max={Math.max(1, Math.round(seconds))}
        value={Math.round(at)}
        onChange={({ currentTarget }) => {
          if (audio.current) audio.current.currentTime = Number(currentTarget.value);
          setAt(Number(currentTarget.value));
        }}
      />
      <span className={classes.position}>{formatDuration(seconds)}</span>
      <UnstyledButton className={classes.rate} aria-label={texts.speedOf(rate)} onClick={nextRate}>
        {texts.speed(rate)}
      </UnstyledButton>
      <ActionIcon
        component="a"
        href={source}
        download
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={texts.download}
      >
        <IconDownload size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
