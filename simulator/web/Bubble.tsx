import { formatInstant } from "#core/web/time.ts";
import type { SimulatorMessage } from "#simulator/contract.ts";
import classes from "./Handset.module.css";

/** One text on a phone. What the phone got also says what the carrier made of it. */
export function Bubble({ message, partner }: { message: SimulatorMessage; partner: string }) {
  const isMine = message.direction === "from_phone";
  const code = message.error_code && ` (${message.error_code})`;
  const about = isMine ? `to ${partner}` : `${partner} · ${message.status}${code}`;
  return (
    <li className={classes.bubble} data-direction={message.direction}>
      {message.media.map((url, at) => (
        <Medium key={url} url={url} name={`Attachment ${at + 1}`} />
      ))}
      <Words text={message.body} />
      <small className={classes.about}>
        {formatInstant(message.at, "time")} · {about}
      </small>
    </li>
  );
}

/** As a phone shows a text: what is an address can be opened. */
function Words({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : (
      <a key={part} className={classes.media} href={part} target="_blank" rel="noreferrer">
        {part}
      </a>
    ),
  );
}

function Medium({ url, name }: { url: string; name: string }) {
  // The page shows pictures of its own origin alone; others open elsewhere.
  const isShown = url.startsWith("data:image/") || (URL.canParse(url) && new URL(url).origin === location.origin);
  if (isShown) return <img className={classes.picture} src={url} alt={name} />;
  return (
    <a className={classes.media} href={url} target="_blank" rel="noreferrer">
      {name}
    </a>
  );
}
