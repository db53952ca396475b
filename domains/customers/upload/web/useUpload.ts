import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { AnswerOf } from "#core/client.ts";
import { useEvent } from "#core/web/realtime.ts";
import { keyOf, useCall } from "#core/web/useCall.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { type Upload, type UploadState, uploadEvents, uploads } from "../contract.ts";

/** Milliseconds between two looks at what is under way: the fallback for events that get lost. */
export const lookEvery = 2000;

/** True while a job works on it. */
export const isRunning = (state: UploadState): boolean => state === "importing" || state === "undoing";

/** What an import changes, besides itself. */
const touched = [uploads.one, uploads.list, customers.table, customers.search, lists.search, lists.table];

/** One upload, kept up to date while something is under way. */
export function useUpload(id: number | undefined) {
  const given = { params: { id: id ?? 0 } };
  const cache = useQueryClient();
  const state = cache.getQueryData<AnswerOf<typeof uploads.one>>(keyOf(uploads.one, given))?.data.state;
  const running = state !== undefined && isRunning(state);
  const asked = useCall(uploads.one, given, {
    enabled: id !== undefined,
    ...(running && { refetchInterval: lookEvery }),
  });
  useProgressEvents();
  useRefreshWhenOver(running);
  return asked;
}

/** What was answered about an upload is known then, without asking again. */
export function keepUpload(cache: QueryClient, upload: Upload): void {
  const answer: AnswerOf<typeof uploads.one> = { status: "success", message: "", data: upload };
  cache.setQueryData(keyOf(uploads.one, { params: { id: upload.id } }), answer);
  void cache.invalidateQueries({ queryKey: [uploads.list.name] });
}

/** Shows how far an import has come as it is told. */
export function useProgressEvents(): void {
  const cache = useQueryClient();
  useEvent(uploadEvents.progress, ({ upload_id, state, done, total }) => {
    if (!isRunning(state)) {
      for (const call of [uploads.one, uploads.list]) void cache.invalidateQueries({ queryKey: [call.name] });
      return;
    }
    const moved = (upload: Upload) =>
      upload.id === upload_id ? { ...upload, state, progress: { done, total } } : upload;
    cache.setQueriesData<AnswerOf<typeof uploads.one>>({ queryKey: [uploads.one.name] }, (answer) =>
      answer ? { ...answer, data: moved(answer.data) } : answer,
    );
    cache.setQueriesData<AnswerOf<typeof uploads.list>>({ queryKey: [uploads.list.name] }, (answer) =>
      answer ? { ...answer, data: { uploads: answer.data.uploads.map(moved) } } : answer,
    );
  });
}

/** When what ran is over, customers and lists are asked for again. */
export function useRefreshWhenOver(running: boolean): void {
  const cache = useQueryClient();
  const ran = useRef(running);
  useEffect(() => {
    if (ran.current && !running) for (const call of touched) void cache.invalidateQueries({ queryKey: [call.name] });
    ran.current = running;
  }, [running, cache]);
}
