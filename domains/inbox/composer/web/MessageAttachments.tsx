import { IconFile, IconPaperclip } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "#core/web/api.ts";
import { onDemand } from "#core/web/onDemand.tsx";
import { type ChatMessage, inbox } from "#domains/inbox/contract.ts";
import type { Attached } from "./drafts.ts";
import { fileSize } from "./fileSize.ts";
import classes from "./MessageAttachments.module.css";

const PictureDialog = onDemand(() => import("./PictureDialog.tsx"), "PictureDialog");

/** A file in a bubble; of one that is still on its way out its type isn't known. */
export type ShownAttachment = Attached & { readonly type?: string };

interface Props {
  attachments: readonly ShownAttachment[];
  /** Whose they are, for those who hear what is shown. */
  author: string;
  /** How many more are still being fetched. */
  coming?: number;
  /** The stored message they came with: an address is good for a while only, and is exchanged there. */
  message?: ChatMessage;
}

/** The files of a message: pictures as such, sounds and films to be played, everything else to be saved. */
export function MessageAttachments({ attachments: given, author, coming = 0, message }: Props) {
  const [attachments, renew] = useRenewed(given, message);
  const [chosen, setChosen] = useState<number>();
  const pictures = attachments.filter(({ kind }) => kind === "image");
  const others = attachments.filter(({ kind }) => kind !== "image");
  if (given.length === 0 && coming <= 0) return null;
  return (
    <div className={classes.attachments}>
      {pictures.length > 0 && (
        <div className={classes.pictures} data-several={pictures.length > 1 || undefined}>
          {pictures.map(({ id, name, url }, index) => (
            <button key={id} type="button" className={classes.picture} onClick={() => setChosen(index)}>
              <img src={url} alt={`From ${author}: ${name}`} loading="lazy" decoding="async" onError={renew} />
            </button>
          ))}
        </div>
      )}
      {others.map((file) => (
        <OtherFile key={file.id} file={file} author={author} onError={renew} />
      ))}
      {coming > 0 && (
        <p className={classes.coming}>
          <IconPaperclip size={14} aria-hidden /> {coming === 1 ? "1 file is" : `${coming} files are`} on the way…
        </p>
      )}
      <PictureDialog
        opened={chosen !== undefined}
        pictures={pictures}
        author={author}
        chosen={chosen ?? 0}
        onChosen={setChosen}
        onClose={() => setChosen(undefined)}
      />
    </div>
  );
}

function OtherFile({ file, author, onError }: { file: ShownAttachment; author: string; onError: () => void }) {
  const { name, url, size, type = "" } = file;
  const label = `From ${author}: ${name}`;
  if (type.startsWith("audio/")) {
    return <audio className={classes.sound} controls preload="none" src={url} aria-label={label} onError={onError} />;
  }
  return (
    <a className={classes.file} href={url} download={name} target="_blank" rel="noreferrer">
      <IconFile size={20} aria-hidden />
      <span className={classes.name}>{name}</span>
      <span className={classes.size}>{fileSize(size)}</span>
    </a>
  );
}

/** The attachments under addresses that are good: one that isn't any more is asked for again, once. */
function useRenewed(given: readonly ShownAttachment[], message: ChatMessage | undefined) {
  const [fresh, setFresh] = useState<{ of: readonly ShownAttachment[]; now: readonly ShownAttachment[] }>();
  const isRenewed = fresh?.of === given;
  const renew = () => {
    if (isRenewed || !message) return;
    setFresh({ of: given, now: given });
    const body = { chat_id: message.chat_id, message_id: message.id };
    api(inbox.receiveLast, { body }).then(
      ({ data }) => setFresh({ of: given, now: data.attachments }),
      () => undefined,
    );
  };
  return [isRenewed ? fresh.now : given, renew] as const;
}
