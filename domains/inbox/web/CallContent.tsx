import { IconMicrophone, IconPhoneCall, IconPhoneX } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "#core/web/api.ts";
import { type CallInChat, type ChatMessage, inbox } from "../contract.ts";
import classes from "./CallContent.module.css";
import { lengthOf, lengthSpoken } from "./callLength.ts";

const shown = {
  answered: { title: "Call", icon: IconPhoneCall },
  voicemail: { title: "Voicemail", icon: IconMicrophone },
  missed: { title: "Missed call", icon: IconPhoneX },
} as const;

interface Props {
  message: ChatMessage;
  call: CallInChat;
  /** Whose call it is, for those who hear the player's name. */
  author: string;
}

/** A call: what became of it, and what can be heard of it. */
export function CallContent({ message, call: { outcome, duration, recording }, author }: Props) {
  const { title, icon: Icon } = shown[outcome];
  const length = duration === null ? "" : lengthOf(duration);
  return (
    <div className={classes.call} data-outcome={outcome}>
      <p className={classes.title}>
        <Icon size={18} aria-hidden />
        {title}
        {length && <span className={classes.length}>{length}</span>}
      </p>
      {recording === "coming" && <p className={classes.note}>The recording is on its way…</p>}
      {recording === "lost" && <p className={classes.note}>The recording could not be fetched.</p>}
      {message.recording && (
        <Player
          message={message}
          address={message.recording}
          name={`${title} of ${author}${duration === null ? "" : `, ${lengthSpoken(duration)}`}`}
        />
      )}
    </div>
  );
}

/** The browser's own player. An address is good for a while only, so one that has run out is exchanged for a new one. */
function Player({ message, address, name }: { message: ChatMessage; address: string; name: string }) {
  // A newer address of the same sound must not stop what is being heard.
  const [source, setSource] = useState(address);
  const [isGone, setGone] = useState(false);
  const renew = async () => {
    const body = { chat_id: message.chat_id, message_id: message.id };
    const fresh = await api(inbox.receiveLast, { body }).then(
      ({ data }) => data.recording,
      () => null,
    );
    if (fresh && fresh !== source) setSource(fresh);
    else setGone(true);
  };
  if (isGone) return <p className={classes.note}>This can't be played right now. Please reload the page.</p>;
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
