import { Button, Skeleton } from "@mantine/core";
import { IconDownload, IconFolder, IconPencil, IconTrash, IconUpload } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { LoadFailure } from "#core/web/feedback/LoadFailure.tsx";
import { toast } from "#core/web/feedback/toast.tsx";
import { EmptyState } from "#core/web/layout/EmptyState.tsx";
import { Screen } from "#core/web/layout/Screen.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useCan } from "#core/web/session/useCan.ts";
import { RowMenu } from "#core/web/table/RowMenu.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { type LibraryFile, type LibraryFolder, library } from "../contract.ts";
import { FileWords, Folders, LibrarySearch, Preview, Uploads } from "./LibraryParts.tsx";
import classes from "./LibraryScreen.module.css";
import { libraryTexts as texts } from "./texts.ts";
import { type LibraryView, useFileDrop, useLibraryFiles, useLibraryUploads } from "./useLibrary.ts";

const EditFileDialog = lazyDialog(() => import("./LibraryDialogs.tsx"), "EditFileDialog");
const FolderDialog = lazyDialog(() => import("./LibraryDialogs.tsx"), "FolderDialog");
const refreshes = [library.list, library.folders];

/** The location's library: its files as tiles, by folder or search. Files dropped anywhere on it are uploaded. */
export function LibraryScreen() {
  const [view, setView] = useState<LibraryView>({ folder: null, search: "" });
  const [dialog, setDialog] = useState<"file" | "folder">();
  const [file, setFile] = useState<LibraryFile>();
  const [folder, setFolder] = useState<LibraryFolder>();
  const chooser = useRef<HTMLInputElement>(null);
  const mayUpload = useCan(library.upload);
  const uploads = useLibraryUploads(view.folder);
  const { files, failure, isPending, hasNextPage, fetchNextPage, isFetchingNextPage, refetch } = useLibraryFiles(view);
  const total = useCall(library.folders).data?.files;
  const isOver = useFileDrop(mayUpload ? uploads.add : undefined);
  const choose = () => chooser.current?.click();
  const openFolder = (chosen: LibraryFolder | undefined) => {
    setFolder(chosen);
    setDialog("folder");
  };
  return (
    <Screen
      title={texts.title}
      about={texts.about}
      commands={{
        main: mayUpload ? { label: texts.upload, icon: IconUpload, onClick: choose } : undefined,
      }}
    >
      <div className={classes.library}>
        <input
          ref={chooser}
          type="file"
          multiple
          hidden
          aria-label={texts.upload}
          onChange={({ currentTarget }) => {
            uploads.add([...(currentTarget.files ?? [])]);
            currentTarget.value = "";
          }}
        />
        <div className={classes.bar}>
          <Folders
            view={view}
            onChange={(shown) => setView((now) => ({ ...now, folder: shown }))}
            onAdd={mayUpload ? () => openFolder(undefined) : undefined}
            actions={(shown) => (
              <FolderMenu
                folder={shown}
                onRename={() => openFolder(shown)}
                onRemoved={() => setView((now) => ({ ...now, folder: null }))}
              />
            )}
          />
          <LibrarySearch onSearch={(search) => setView((now) => ({ ...now, search }))} />
        </div>
        <Uploads uploads={uploads} />
        {failure && files.length === 0 && <LoadFailure failure={failure} retry={refetch} title={texts.failed} />}
        {isPending && <Skeleton h="12rem" role="status" aria-label={texts.loading} />}
        {!isPending && !failure && files.length === 0 && (
          <Nothing view={view} isEmpty={total === 0} onUpload={mayUpload ? choose : undefined} />
        )}
        {files.length > 0 && (
          <ul className={classes.tiles} aria-label={texts.files}>
            {files.map((one) => (
              <FileTile
                key={one.id}
                file={one}
                onEdit={() => {
                  setFile(one);
                  setDialog("file");
                }}
              />
            ))}
          </ul>
        )}
        {hasNextPage && (
          <Button
            variant="default"
            className={classes.more}
            loading={isFetchingNextPage}
            onClick={() => void fetchNextPage()}
          >
            {texts.more}
          </Button>
        )}
        {isOver && <p className={classes.drop}>{texts.drop}</p>}
      </div>
      {file && <EditFileDialog opened={dialog === "file"} onClose={() => setDialog(undefined)} file={file} />}
      <FolderDialog opened={dialog === "folder"} onClose={() => setDialog(undefined)} folder={folder} />
    </Screen>
  );
}

interface NothingProps {
  view: LibraryView;
  isEmpty: boolean;
  onUpload: (() => void) | undefined;
}

function Nothing({ view, isEmpty, onUpload }: NothingProps) {
  if (view.search !== "") return <p className={classes.none}>{texts.notFound}</p>;
  const words = onUpload ? texts.none : texts.noneForSupport;
  return (
    <EmptyState
      icon={IconFolder}
      action={
        onUpload && (
          <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={onUpload}>
            {texts.upload}
          </Button>
        )
      }
    >
      {isEmpty ? words : texts.noneHere}
    </EmptyState>
  );
}

function FileTile({ file, onEdit }: { file: LibraryFile; onEdit: () => void }) {
  const time = useTime();
  const restore = useSend(library.restore, { invalidates: refreshes });
  const remove = useSend(library.remove, {
    invalidates: refreshes,
    quiet: "success",
    onSuccess: () => toast.undo(texts.deleted(file.name), () => restore.mutate({ params: { id: file.id } })),
  });
  const mayRemove = useCan(library.remove) && file.may_change === 1;
  const open = () => void window.open(file.url, "_blank", "noopener");
  return (
    <li className={classes.tile}>
      <a
        className={classes.open}
        href={file.url}
        target="_blank"
        rel="noopener"
        title={texts.uploadedBy(file.created_by, time.date(file.created_at))}
      >
        <Preview file={file} />
        <FileWords file={file} />
      </a>
      <span className={classes.menu}>
        <RowMenu
          of={file.name}
          actions={[
            { label: texts.actionsOf.open, icon: IconDownload, onClick: open },
            ...(mayRemove
              ? [
                  { label: texts.actionsOf.edit, icon: IconPencil, onClick: onEdit },
                  {
                    label: texts.actionsOf.remove,
                    icon: IconTrash,
                    danger: true,
                    onClick: () => remove.mutate({ params: { id: file.id } }),
                  },
                ]
              : []),
          ]}
        />
      </span>
    </li>
  );
}

interface FolderMenuProps {
  folder: LibraryFolder;
  onRename: () => void;
  onRemoved: () => void;
}

function FolderMenu({ folder, onRename, onRemoved }: FolderMenuProps) {
  const remove = useSend(library.removeFolder, {
    invalidates: refreshes,
    onSuccess: ({ data }) => {
      onRemoved();
      toast.success(texts.removeFolder.done(data.moved));
    },
  });
  const mayChange = useCan(library.removeFolder) && folder.may_change === 1;
  const ask = async () => {
    const { title, text, action } = texts.removeFolder;
    if (await confirm({ title: title(folder.name), text: text(folder.files), action, danger: true }))
      remove.mutate({ params: { folder_id: folder.id } });
  };
  if (!mayChange) return null;
  return (
    <RowMenu
      of={folder.name}
      actions={[
        { label: texts.actionsOf.renameFolder, icon: IconPencil, onClick: onRename },
        { label: texts.actionsOf.removeFolder, icon: IconTrash, danger: true, onClick: () => void ask() },
      ]}
    />
  );
}
