import { ActionIcon, Button, Progress } from "@mantine/core";
import { IconAlertCircle, IconFile, IconPhoto, IconX } from "@tabler/icons-react";
import { useState } from "react";
import { fileSize } from "#core/fileSize.ts";
import type { DraftFile } from "#domains/inbox/sync/web/drafts.ts";
import type { DraftHandle } from "#domains/inbox/sync/web/useDraft.ts";
import classes from "./AttachmentTray.module.css";
import { canRetryUpload, detachFile, retryUpload } from "./attachFiles.ts";

interface Props {
  opened: boolean;
  chatId: number;
  files: readonly DraftFile[];
  handle: DraftHandle;
  /** Runs after a file is removed, to move focus. */
  onRemoved: () => void;
}

/** The attached files, with upload progress and errors. */
export function AttachmentTray({ opened, chatId, files, handle, onRemoved }: Props) {
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
          {canRetryUpload(file) && (
            <Button size="compact-xs" variant="default" onClick={() => retryUpload(chatId, handle, file.key)}>
              Try again
            </Button>
          )}
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`Remove ${file.name}`}
            onClick={() => {
              detachFile(handle, file.key);
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

/** An icon for what the browser can't display, such as HEIC. */
function Preview({ file: { kind, preview } }: { file: DraftFile }) {
  const [isBroken, setBroken] = useState(false);
  if (preview && !isBroken) {
    return <img className={classes.picture} src={preview} alt="" onError={() => setBroken(true)} />;
  }
  const Icon = kind === "image" ? IconPhoto : IconFile;
  return (
    <span className={classes.picture}>
      <Icon size={20} aria-hidden />
    </span>
  );
}

function State({ file }: { file: DraftFile }) {
  const { name, size, attachment, failure, progress, isKept } = file;
  if (failure !== undefined) {
    return (
      <span className={classes.failure} role="alert">
        <IconAlertCircle size={14} aria-hidden /> {failure}
        {isKept === false &&
          canRetryUpload(file) &&
          " This browser has no room to keep this file. Reloading will lose it."}
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
