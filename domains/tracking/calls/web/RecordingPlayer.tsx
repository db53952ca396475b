import { ActionIcon, Group, NativeSelect } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import classes from "./RecordingPlayer.module.css";
import { callLogTexts as texts } from "./texts.ts";

interface Props {
  url: string;
  /** Whose call it is, for screen readers. */
  name: string;
}

/** A recording: the browser's own player, its speed, and the file. */
export function RecordingPlayer({ url, name }: Props) {
  const player = useRef<HTMLAudioElement>(null);
  // A newer address of the same recording must not interrupt playback.
  const [source, setSource] = useState(url);
  const [failed, setFailed] = useState("");
  // Addresses expire: one that fails gives way to the one that the table has by now.
  const onError = () => (url === source ? setFailed(url) : setSource(url));
  if (failed === url) return texts.expired;
  return (
    <Group gap="xs" wrap="nowrap" className={classes.player}>
      <audio
        ref={player}
        className={classes.sound}
        controls
        preload="none"
        src={source}
        aria-label={name}
        onError={onError}
      />
      <NativeSelect
        size="xs"
        className={classes.speed}
        aria-label={`${texts.speed}: ${name}`}
        data={Object.entries(texts.speeds).map(([value, label]) => ({ value, label }))}
        onChange={({ currentTarget }) => {
          if (player.current) player.current.playbackRate = Number(currentTarget.value);
        }}
      />
      <ActionIcon
        component="a"
        href={url}
        download
        variant="subtle"
        color="gray"
        aria-label={`${texts.download}: ${name}`}
        title={texts.download}
      >
        <IconDownload size={18} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
