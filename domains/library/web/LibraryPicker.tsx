import { Button, Group, Modal, Skeleton } from "@mantine/core";
import { IconCheck, IconUpload } from "@tabler/icons-react";
import { useEffect, useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { type LibraryFile, library } from "../contract.ts";
import { FileWords, Folders, LibrarySearch, Preview, Uploads } from "./LibraryParts.tsx";
import classes from "./LibraryPicker.module.css";
import { libraryTexts as texts } from "./texts.ts";
import { type LibraryView, useLibraryFiles, useLibraryUploads } from "./useLibrary.ts";

const { picker } = texts;

export interface LibraryPickerProps {
  opened: boolean;
  onClose: () => void;
  /** How many files may be chosen. */
  room: number;
  /** True: documents can't go along. */
  onlyPictures?: boolean;
  /** Those that are chosen already, by id. */
  taken?: readonly number[];
  onChoose: (files: readonly LibraryFile[]) => void;
}

const whole: LibraryView = { folder: null, search: "" };

/** Chooses files of the library, or uploads some to it first. What can't be sent says so, and can't be chosen. */
export function LibraryPicker({ opened, onClose, ...rest }: LibraryPickerProps) {
  const isPhone = useMedia(phone);
  return (
    <Modal opened={opened} onClose={onClose} title={picker.title} size="xl" fullScreen={isPhone}>
      <Picker opened={opened} onClose={onClose} {...rest} />
    </Modal>
  );
}

function Picker({ opened, onClose, room, onlyPictures = false, taken = none, onChoose }: LibraryPickerProps) {
  const [view, setView] = useState(whole);
  const sendsPictures = useCall(library.folders, {}, { enabled: opened }).data?.sends_pictures !== 0;
  const [chosen, setChosen] = useState<readonly LibraryFile[]>([]);
  const chooser = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (opened) setChosen([]);
  }, [opened]);
  const refusalOf = ({ kind }: LibraryFile) => {
    if (kind === "image") return sendsPictures ? undefined : picker.noPictures;
    return onlyPictures ? picker.onlyPictures : undefined;
  };
  const add = (file: LibraryFile) =>
    setChosen((now) =>
      now.length >= room || refusalOf(file) || [...taken, ...now.map(({ id }) => id)].includes(file.id)
        ? now
        : [...now, file],
    );
  const uploads = useLibraryUploads(view.folder, add);
  const { files, failure, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useLibraryFiles(
    view,
    opened,
  );
  const isFull = chosen.length >= room;
  const toggle = (file: LibraryFile) =>
    chosen.some(({ id }) => id === file.id) ? setChosen(chosen.filter(({ id }) => id !== file.id)) : add(file);
  return (
    <div className={classes.picker}>
      <div className={classes.bar}>
        <LibrarySearch isFirst onSearch={(search) => setView((now) => ({ ...now, search }))} />
        <Button
          variant="default"
          leftSection={<IconUpload size={16} aria-hidden />}
          onClick={() => chooser.current?.click()}
        >
          {texts.upload}
        </Button>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={texts.upload}
          accept={onlyPictures ? "image/*" : undefined}
          onChange={({ currentTarget }) => {
            uploads.add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
      </div>
      <Folders view={view} onChange={(folder) => setView((now) => ({ ...now, folder }))} />
      <Uploads uploads={uploads} />
      <div className={classes.files}>
        {failure && files.length === 0 && <LoadFailure failure={failure} retry={refetch} title={texts.failed} />}
        {isPending && <Skeleton h="12rem" role="status" aria-label={texts.loading} />}
        {!isPending && !failure && files.length === 0 && (
          <p className={classes.none}>{view.search === "" ? texts.noneHere : texts.notFound}</p>
        )}
        <ul className={classes.tiles} aria-label={texts.files}>
          {files.map((file) => {
            const isChosen = chosen.some(({ id }) => id === file.id);
            const refusal = refusalOf(file);
            const isTaken = taken.includes(file.id);
            return (
              <li key={file.id}>
                <button
                  type="button"
                  className={classes.tile}
                  aria-pressed={isChosen || isTaken}
                  disabled={refusal !== undefined || isTaken || (isFull && !isChosen)}
                  onClick={() => toggle(file)}
                >
                  <Preview file={file} />
                  <FileWords file={file} {...(refusal !== undefined && { about: refusal })} />
                  {(isChosen || isTaken) && (
                    <span className={classes.check}>
                      <IconCheck size={16} stroke={2.5} aria-hidden />
                    </span>
                  )}
                </button>
              </li>
            );
          })}
        </ul>
        {hasNextPage && (
          <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {texts.more}
          </Button>
        )}
      </div>
      <Group justify="space-between" className={classes.foot}>
        <span className={classes.hint} role="status">
          {room <= 0 ? picker.noRoom : isFull && picker.full(room)}
        </span>
        <Group gap="xs">
          <Button variant="default" onClick={onClose}>
            {picker.cancel}
          </Button>
          <Button
            disabled={chosen.length === 0}
            onClick={() => {
              onChoose(chosen);
              onClose();
            }}
          >
            {picker.attach(chosen.length)}
          </Button>
        </Group>
      </Group>
    </div>
  );
}

const none: readonly number[] = [];
