import { ActionIcon, Anchor, Group, NativeSelect, Text } from "@mantine/core";
import {
  IconDownload,
  IconMicrophone,
  IconPhoneCall,
  IconPhoneOff,
  IconPhoneOutgoing,
  IconPhoneX,
} from "@tabler/icons-react";
import { useRef, useState } from "react";
import { Link } from "react-router";
import { formatPhone } from "#core/phone.ts";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { formatDuration } from "#core/web/time/duration.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { LoggedCall } from "#domains/inbox/calls/contract.ts";
import classes from "./Cells.module.css";
import { callLogTexts as texts } from "./texts.ts";

/** Who called: a name where there is one. */
export function whoOf({ customer_name, phone }: LoggedCall): string {
  return customer_name || (phone === "" ? texts.withheld : formatPhone(phone));
}

export function DateCell({ started_at, spam }: LoggedCall) {
  const time = useTime();
  return (
    <Text span size="sm" c={spam === 1 ? "dimmed" : undefined}>
      {time.date(started_at)}
    </Text>
  );
}

export function TimeCell({ started_at, spam }: LoggedCall) {
  const time = useTime();
  return (
    <Text span size="sm" c={spam === 1 ? "dimmed" : undefined}>
      {time.time(started_at)}
    </Text>
  );
}

/** The phone with its name, which lead to the conversation. */
export function PhoneCell(call: LoggedCall) {
  const { phone, customer_name, chat_id, first_time, spam, direction, called_by } = call;
  const note = spam === 1 ? texts.spam : first_time === 1 ? texts.first : "";
  const out = direction === "outgoing" ? texts.calledBy(called_by) : "";
  const details = [customer_name && formatPhone(phone), out, note].filter(Boolean).join(" · ");
  const who = whoOf(call);
  return (
    <>
      {chat_id === null ? (
        who
      ) : (
        <Anchor component={Link} to={`/inbox/all/${chat_id}`} fz="inherit">
          {who}
        </Anchor>
      )}
      {details && (
        <Text size="xs" c="dimmed">
          {details}
        </Text>
      )}
    </>
  );
}

const tones = {
  ringing: { tone: "blue", icon: IconPhoneCall },
  answered: { tone: "green", icon: IconPhoneCall },
  voicemail: { tone: "amber", icon: IconMicrophone },
  missed: { tone: "red", icon: IconPhoneX },
  abandoned: { tone: "gray", icon: IconPhoneOff },
  no_answer: { tone: "gray", icon: IconPhoneOutgoing },
  unplaced: { tone: "gray", icon: IconPhoneOff },
} as const;

export function OutcomeCell({ outcome, direction }: LoggedCall) {
  return (
    <StatusWord {...tones[outcome]} title={texts.shown[direction]}>
      {texts.outcomes[outcome]}
    </StatusWord>
  );
}

/** The recording, or why there is none. */
export function RecordingCell(call: LoggedCall) {
  const time = useTime();
  const { recording, recording_state, started_at } = call;
  if (recording) {
    return <RecordingPlayer url={recording} name={texts.playerOf(whoOf(call), time.dateTime(started_at))} />;
  }
  return (
    <Text span size="sm" c="dimmed">
      {texts.recordings[recording_state]}
    </Text>
  );
}

export const durationOf = ({ duration }: LoggedCall) => (duration === null ? "–" : formatDuration(duration));

interface Props {
  url: string;
  /** Whose call it is, for screen readers. */
  name: string;
}

/** A recording: the browser's own player, its speed, and the file. */
function RecordingPlayer({ url, name }: Props) {
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
