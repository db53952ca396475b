import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconAlertCircle, IconFile, IconPhoto, IconX } from "@tabler/icons-react";
import { useState } from "react";
import classes from "./AttachmentTray.module.css";
import { attachAgain, detach, mayAttachAgain } from "./attaching.ts";
import type { DraftFile } from "./drafts.ts";
import { fileSize } from "./fileSize.ts";
import type { DraftAtHand } from "./useDraft.ts";

interface Props {
  opened: boolean;
  chatId: number;
  files: readonly DraftFile[];
  own: DraftAtHand;
  /** A file was taken out: the focus needs a place to go. */
  onRemoved: () => void;
}

/** The files that go with the text: how far each has got, and what is wrong with it. */
export function AttachmentTray({ opened, chatId, files, own, onRemoved }: Props) {
  if (!opened) return null;
  return (
    <ul className={classes.tray} aria-label="Attached files">
      {files.map((file) => (
        <li key={file.key} className={classes.file} data-failed={file.failure !== undefined || undefined}>
          <Preview file={file} />
          <span className={classes.words}>
            <span className={classes.name} title={file.name}>
              {file.name}
            </span>
            <State file={file} />
          </span>
          {mayAttachAgain(file) && (
            <Button size="compact-xs" variant="default" onClick={() => attachAgain(chatId, own, file.key)}>
              Try again
            </Button>
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${file.name}`}
            onClick={() => {
              detach(own, file.key);
              onRemoved();
            }}
          >
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** What the browser can't draw, such as a phone's own format, is shown by a sign. */
function Preview({ file: { kind, preview } }: { file: DraftFile }) {
  const [isBroken, setBroken] = useState(false);
  if (preview && !isBroken) {
    return <img className={classes.picture} src={preview} alt="" onError={() => setBroken(true)} />;
  }
  const Sign = kind === "image" ? IconPhoto : IconFile;
  return (
    <span className={classes.picture}>
      <Sign size={20} aria-hidden />
    </span>
  );
}

function State({ file }: { file: DraftFile }) {
  const { name, size, attachment, failure, progress, isKept } = file;
  if (failure !== undefined) {
    return (
      <span className={classes.failure} role="alert">
        <IconAlertCircle size={14} aria-hidden /> {failure}
        {isKept === false && mayAttachAgain(file) && " There is no room to keep this file here: a reload loses it."}
      </span>
    );
  }
  if (attachment) return <span className={classes.size}>{fileSize(size)}</span>;
  return (
    <Progress
      className={classes.progress}
      size="sm"
      value={progress * 100}
      aria-label={`Attaching ${name}`}
      transitionDuration={0}
    />
  );
}
