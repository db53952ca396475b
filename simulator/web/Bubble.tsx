import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorMessage } from "#simulator/contract.ts";
import classes from "./Handset.module.css";

/** One text on a phone; a received one also shows the carrier's delivery status. */
export function Bubble({ message, partner }: { message: SimulatorMessage; partner: string }) {
  const isMine = message.direction === "from_phone";
  const code = message.error_code && ` (${message.error_code})`;
  const details = isMine ? `to ${partner}` : `${partner} · ${message.status}${code}`;
  return (
    <li className={classes.bubble} data-direction={message.direction}>
      {message.media.map((url, index) => (
        <MediaItem key={url} url={url} name={`Attachment ${index + 1}`} />
      ))}
      <LinkedText text={message.body} />
      <small className={classes.about}>
        {formatInstant(message.at, "time")} · {details}
      </small>
    </li>
  );
}

/** A text with clickable links, as phones show it. */
function LinkedText({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <a key={part} className={classes.media} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}

function MediaItem({ url, name }: { url: string; name: string }) {
  // The CSP allows images of our own origin only; others open in a new tab.
  const isShown = url.startsWith("data:image/") || (URL.canParse(url) && new URL(url).origin === location.origin);
  if (isShown) return <img className={classes.picture} src={url} alt={name} />;
  return (
    <a className={classes.media} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
