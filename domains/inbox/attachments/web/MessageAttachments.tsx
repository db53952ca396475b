import { IconFile, IconPaperclip } from "@tabler/icons-react";
import { useState } from "react";
import { fileSize } from "#core/fileSize.ts";
import { api } from "#core/web/call/api.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { inbox } from "#domains/inbox/contract.ts";
import type { ChatMessage } from "#domains/inbox/conversation/contract.ts";
import type { UploadedFile } from "#domains/inbox/sync/web/drafts.ts";
import classes from "./MessageAttachments.module.css";

const PictureDialog = lazyDialog(() => import("./PictureDialog.tsx"), "PictureDialog");

/** A file in a bubble; the type of one that is still being sent is unknown. */
export type ShownAttachment = UploadedFile & { readonly type?: string };

interface Props {
  attachments: readonly ShownAttachment[];
  /** Whose they are, for accessible names. */
  author: string;
  /** How many more the server is still fetching. */
  coming?: number;
  /** The stored message, from which expired URLs are renewed. */
  message?: ChatMessage;
}

/** A message's files: pictures inline, audio with a player, everything else as a download. */
export function MessageAttachments({ attachments: initial, author, coming = 0, message }: Props) {
  const [attachments, renew] = useRenewedUrls(initial, message);
  const [chosen, setChosen] = useState<number>();
  const pictures = attachments.filter(({ kind }) => kind === "image");
  const others = attachments.filter(({ kind }) => kind !== "image");
  if (initial.length === 0 && coming <= 0) return null;
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

/** The attachments with working URLs: expired ones are renewed once. */
function useRenewedUrls(initial: readonly ShownAttachment[], message: ChatMessage | undefined) {
  const [fresh, setFresh] = useState<{ initial: readonly ShownAttachment[]; renewed: readonly ShownAttachment[] }>();
  const isRenewed = fresh?.initial === initial;
  const renew = () => {
    if (isRenewed || !message) return;
    setFresh({ initial, renewed: initial });
    const body = { chat_id: message.chat_id, message_id: message.id };
    api(inbox.receiveLast, { body }).then(
      ({ data }) => setFresh({ initial, renewed: data.attachments }),
      () => undefined,
    );
  };
  return [isRenewed ? fresh.renewed : initial, renew] as const;
}
