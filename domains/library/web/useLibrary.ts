import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { CallError } from "#core/client.ts";
import { api } from "#core/web/call/api.ts";
import { queryKeyOf } from "#core/web/call/useCall.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { newId } from "#core/web/newId.ts";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { type LibraryFile, library, libraryEvents, libraryFileField } from "../contract.ts";
import { libraryTexts as texts } from "./texts.ts";

/** What of a library is shown. */
export interface LibraryView {
  /** A folder's id; 0: files in none; null: all. */
  readonly folder: number | null;
  readonly search: string;
}

/** The pages of files that were asked for, newest first. */
export function useLibraryFiles({ folder, search }: LibraryView, enabled = true) {
  const isUnfiled = folder === 0;
  const body = {
    ...(folder && { folder_id: folder }),
    unfiled: isUnfiled ? 1 : 0,
    search,
    pictures: 0,
  } as const;
  const pages = useInfiniteQuery({
    queryKey: queryKeyOf(library.list, { body }),
    queryFn: async ({ pageParam, signal }) =>
      (await api(library.list, { body: { ...body, ...(pageParam > 0 && { after: pageParam }) }, signal })).data,
    initialPageParam: 0,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
    placeholderData: keepPreviousData,
  });
  useFreshCalls([library.list, library.folders], libraryEvents.changed, { inBursts: true });
  const files = useMemo(() => (pages.data?.pages ?? []).flatMap((page) => page.files), [pages.data]);
  return { ...pages, files, failure: pages.error as CallError | null };
}

/** A file on its way into the library. */
export interface LibraryUpload {
  readonly key: string;
  readonly name: string;
  readonly file: File;
  /** From 0 to 1; undefined while it waits for its turn. */
  readonly progress: number | undefined;
  readonly failure: string | undefined;
  /** Whether another attempt may help. */
  readonly canRetry: boolean;
  /** What it is in the library, where it was before. */
  readonly existing: string | undefined;
}

const rejectionOf = ({ size, name }: File) => {
  if (size > libraryFileField.maxBytes) return libraryFileField.tooLarge;
  return size === 0 ? `${name} is empty. Choose another file` : undefined;
};

/** Uploads files one after the other. What failed stays listed with its reason, the others leave the list. */
export function useLibraryUploads(folder: number | null, onUploaded?: (file: LibraryFile) => void) {
  const cache = useQueryClient();
  const [uploads, setUploads] = useState<readonly LibraryUpload[]>([]);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const uploaded = useRef(onUploaded);
  uploaded.current = onUploaded;
  const hasLeft = useRef(false);
  useEffect(() => {
    hasLeft.current = false;
    return () => {
      hasLeft.current = true;
    };
  }, []);
  const patch = useCallback((key: string, part: Partial<LibraryUpload>) => {
    setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...part } : one)));
  }, []);
  const dismiss = (key: string) => setUploads((now) => now.filter((one) => one.key !== key));

  const send = async (key: string, file: File): Promise<boolean> => {
    patch(key, { progress: 0 });
    try {
      const { data } = await api(library.upload, {
        body: folder ? { folder_id: folder } : {},
        files: { [libraryFileField.field]: file },
        onProgress: (progress) => patch(key, { progress }),
      });
      for (const { name } of [library.list, library.folders]) void cache.invalidateQueries({ queryKey: [name] });
      if (!hasLeft.current) uploaded.current?.(data.file);
      if (data.existed === 1) patch(key, { progress: 1, existing: data.file.name });
      else dismiss(key);
      return data.existed === 0;
    } catch (failure) {
      const isCall = failure instanceof CallError;
      const words = isCall ? (Object.values(failure.fields)[0] ?? failure.message) : texts.uploads.failed;
      patch(key, { progress: undefined, failure: words, canRetry: !(isCall && failure.status === 422) });
      return false;
    }
  };
  const add = (files: readonly File[]) => {
    const added = files.map((file): LibraryUpload => {
      const failure = rejectionOf(file);
      const state = { progress: undefined, failure, canRetry: false, existing: undefined };
      return { key: newId(), name: file.name || "Picture", file, ...state };
    });
    setUploads((now) => [...now, ...added]);
    const sent = added.filter(({ failure }) => failure === undefined);
    queue.current = queue.current.then(async () => {
      let count = 0;
      for (const { key, file } of sent) if (await send(key, file)) count += 1;
      if (count > 0) toast.success(texts.uploads.done(count));
    });
  };
  const retry = ({ key, file }: LibraryUpload) => {
    patch(key, { failure: undefined });
    queue.current = queue.current.then(() => send(key, file));
  };
  return { uploads, add, retry, dismiss };
}
export type LibraryUploads = ReturnType<typeof useLibraryUploads>;

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") ?? false;

/** Takes files that are dropped anywhere on the page. True while some are dragged over it. */
export function useFileDrop(onFiles: ((files: File[]) => void) | undefined): boolean {
  const [isOver, setOver] = useState(false);
  const take = useRef(onFiles);
  take.current = onFiles;
  const isOn = onFiles !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const controller = new AbortController();
    const { signal } = controller;
    const onDrag = (event: DragEvent) => {
      if (!hasFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    document.addEventListener("dragenter", onDrag, { signal });
    document.addEventListener("dragover", onDrag, { signal });
    document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal });
    document.addEventListener(
      "drop",
      (event) => {
        setOver(false);
        if (!hasFiles(event)) return;
        event.preventDefault();
        take.current?.([...(event.dataTransfer?.files ?? [])]);
      },
      { signal },
    );
    return () => controller.abort();
  }, [isOn]);
  return isOver;
}
