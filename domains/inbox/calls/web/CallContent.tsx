import { IconMicrophone, IconPhoneCall, IconPhoneOutgoing, IconPhoneX } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "#core/web/call/api.ts";
import { formatDuration, spokenDuration } from "#core/web/time/duration.ts";
import { inbox } from "#domains/inbox/contract.ts";
import type { CallInChat, ChatMessage } from "#domains/inbox/conversation/contract.ts";
import classes from "./CallContent.module.css";

const labels = {
  answered: { title: "Call", icon: IconPhoneCall },
  voicemail: { title: "Voicemail", icon: IconMicrophone },
  missed: { title: "Missed call", icon: IconPhoneX },
} as const;

const outgoingLabels = {
  answered: { title: "Outgoing call", icon: IconPhoneOutgoing },
  missed: { title: "Outgoing call, no answer", icon: IconPhoneOutgoing },
} as const;

interface Props {
  message: ChatMessage;
  call: CallInChat;
  /** Whose call it is, for the player's accessible name. */
  author: string;
}

/** A call: its outcome and its recording. */
export function CallContent({ message, call: { outcome, direction, duration, recording }, author }: Props) {
  const isOutgoing = direction === "outgoing";
  const { title, icon: Icon } = isOutgoing && outcome !== "voicemail" ? outgoingLabels[outcome] : labels[outcome];
  const length = duration === null ? "" : formatDuration(duration);
  return (
    <div className={classes.call} data-outcome={outcome} data-direction={direction}>
      <p className={classes.title}>
        <Icon size={18} aria-hidden />
        {title}
        {length && <span className={classes.length}>{length}</span>}
      </p>
      {recording === "coming" && <p className={classes.note}>The recording is being processed…</p>}
      {recording === "lost" && <p className={classes.note}>The recording could not be fetched.</p>}
      {message.recording && (
        <Player
          message={message}
          url={message.recording}
          name={`${title} of ${author}${duration === null ? "" : `, ${spokenDuration(duration)}`}`}
        />
      )}
    </div>
  );
}

/** The browser's own player. URLs expire, so one that fails is replaced once. */
function Player({ message, url, name }: { message: ChatMessage; url: string; name: string }) {
  // A newer URL of the same recording must not interrupt playback.
  const [source, setSource] = useState(url);
  const [isUnavailable, setUnavailable] = useState(false);
  const renew = async () => {
    const body = { chat_id: message.chat_id, message_id: message.id };
    const fresh = await api(inbox.receiveLast, { body }).then(
      ({ data }) => data.recording,
      () => null,
    );
    if (fresh && fresh !== source) setSource(fresh);
    else setUnavailable(true);
  };
  if (isUnavailable) return <p className={classes.note}>This can't be played right now. Reload the page.</p>;
  return (
    <audio
      className={classes.player}
      controls
      preload="none"
      src={source}
      aria-label={name}
      onError={() => void renew()}
    />
  );
}
