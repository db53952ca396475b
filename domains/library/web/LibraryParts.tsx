import "@mantine/core/styles/Progress.layer.css";
import { ActionIcon, Button, Progress, TextInput } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import {
  IconAlertCircle,
  IconCheck,
  IconFile,
  IconFileTypePdf,
  IconFolderPlus,
  IconSearch,
  IconX,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { countText } from "#core/count.ts";
import { fileSize } from "#core/fileSize.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { type LibraryFile, type LibraryFolder, library } from "../contract.ts";
import classes from "./LibraryParts.module.css";
import { libraryTexts as texts } from "./texts.ts";
import type { LibraryUploads, LibraryView } from "./useLibrary.ts";

interface FoldersProps {
  view: LibraryView;
  onChange: (folder: number | null) => void;
  /** Adds a folder; undefined for those who may not, and where only files are chosen. */
  onAdd?: (() => void) | undefined;
  /** Beside the folder that is shown. */
  actions?: (folder: LibraryFolder) => ReactNode;
}

/** The folders as a row that scrolls sideways. */
export function Folders({ view: { folder }, onChange, onAdd, actions }: FoldersProps) {
  const { data } = useCall(library.folders);
  const entries = [
    { id: null, name: texts.all, files: data?.files },
    ...(data?.folders ?? []),
    ...((data?.folders.length ?? 0) > 0 ? [{ id: 0, name: texts.unfiled, files: data?.unfiled }] : []),
  ];
  const shown = data?.folders.find(({ id }) => id === folder);
  return (
    <div className={classes.folderRow}>
      <fieldset className={classes.folders} aria-label={texts.folders}>
        {entries.map(({ id, name, files }) => (
          <button
            key={id}
            type="button"
            className={classes.folder}
            aria-pressed={id === folder}
            onClick={() => onChange(id)}
          >
            <span dir="auto">{name}</span>
            {files !== undefined && <span className={classes.count}>{countText(files)}</span>}
          </button>
        ))}
      </fieldset>
      {shown && actions?.(shown)}
      {onAdd && (
        <ActionIcon variant="default" size="lg" aria-label={texts.newFolder} title={texts.newFolder} onClick={onAdd}>
          <IconFolderPlus size={18} aria-hidden />
        </ActionIcon>
      )}
    </div>
  );
}

/** What is looked for, once typing pauses. */
export function LibrarySearch({ onSearch, isFirst }: { onSearch: (search: string) => void; isFirst?: boolean }) {
  const [typed, setTyped] = useState("");
  const searchSoon = useDebouncedCallback(onSearch, 250);
  return (
    <TextInput
      type="search"
      className={classes.search}
      aria-label={texts.search}
      placeholder={texts.search}
      maxLength={100}
      data-autofocus={isFirst || undefined}
      leftSection={<IconSearch size={16} aria-hidden />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        searchSoon(currentTarget.value.trim());
      }}
    />
  );
}

/** A picture, or an icon for what the browser can't show. */
export function Preview({ file: { kind, type, url } }: { file: LibraryFile }) {
  const [isBroken, setBroken] = useState(false);
  if (kind === "image" && !isBroken) {
    return (
      <img
        className={classes.picture}
        src={url}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setBroken(true)}
      />
    );
  }
  const Icon = type === "application/pdf" ? IconFileTypePdf : IconFile;
  return (
    <span className={classes.picture}>
      <Icon size={36} stroke={1.25} aria-hidden />
    </span>
  );
}

/** A file's name, and how it is sent. */
export function FileWords({ file, about }: { file: LibraryFile; about?: string }) {
  const size = fileSize(file.size);
  return (
    <span className={classes.words}>
      <span className={classes.name} title={file.name} dir="auto">
        {file.name}
      </span>
      <span className={classes.about}>
        {about ?? (file.kind === "image" ? size : `${size}, ${texts.asLink.toLowerCase()}`)}
      </span>
    </span>
  );
}

/** Files on their way, each with its progress or with what went wrong. */
export function Uploads({ uploads: { uploads, retry, dismiss } }: { uploads: LibraryUploads }) {
  if (uploads.length === 0) return null;
  return (
    <ul className={classes.uploads} aria-label={texts.uploads.label}>
      {uploads.map((upload) => {
        const { key, name, progress, failure, canRetry, existing } = upload;
        return (
          <li key={key} className={classes.upload} data-failed={failure !== undefined || undefined}>
            <span className={classes.uploadName} title={name} dir="auto">
              {name}
            </span>
            {failure !== undefined && (
              <span className={classes.failure} role="alert">
                <IconAlertCircle size={14} aria-hidden /> {failure}
              </span>
            )}
            {existing !== undefined && (
              <span className={classes.existing} role="status">
                <IconCheck size={14} aria-hidden /> {texts.uploads.existed(existing)}
              </span>
            )}
            {failure === undefined && existing === undefined && (
              <Progress
                className={classes.progress}
                size="sm"
                value={(progress ?? 0) * 100}
                aria-label={texts.uploads.of(name)}
                transitionDuration={0}
              />
            )}
            {failure !== undefined && canRetry && (
              <Button size="compact-xs" variant="default" onClick={() => retry(upload)}>
                {texts.uploads.retry}
              </Button>
            )}
            {(failure !== undefined || existing !== undefined) && (
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={texts.uploads.dismiss(name)}
                onClick={() => dismiss(key)}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </li>
        );
      })}
    </ul>
  );
}
