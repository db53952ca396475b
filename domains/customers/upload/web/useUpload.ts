import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import type { EnvelopeOf } from "#core/client.ts";
import { queryKeyOf, useCall } from "#core/web/call/useCall.ts";
import { useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { customers } from "#domains/customers/contract.ts";
import { lists } from "#domains/lists/contract.ts";
import { uploadEvents, uploads } from "../contract.ts";
import type { Upload, UploadState } from "../fields.ts";

/** Polling interval for running imports, a fallback for lost events. */
export const pollIntervalMs = 2000;

/** True while a job is working on the upload. */
export const isRunning = (state: UploadState): boolean => state === "importing" || state === "undoing";

/** Calls whose data an import changes. */
const affectedCalls = [uploads.one, uploads.list, customers.table, customers.search, lists.search, lists.table];

/** One upload, kept up to date while it is running. */
export function useUpload(id: number | undefined) {
  const request = { params: { id: id ?? 0 } };
  const cache = useQueryClient();
  const state = cache.getQueryData<EnvelopeOf<typeof uploads.one>>(queryKeyOf(uploads.one, request))?.data.state;
  const running = state !== undefined && isRunning(state);
  const query = useCall(uploads.one, request, {
    enabled: id !== undefined,
    ...(running && { refetchInterval: pollIntervalMs }),
  });
  useProgressEvents();
  useRefreshWhenOver(running);
  return query;
}

/** Writes an upload that the server returned into the query cache. */
export function cacheUpload(cache: QueryClient, upload: Upload): void {
  const answer: EnvelopeOf<typeof uploads.one> = { status: "success", message: "", data: upload };
  cache.setQueryData(queryKeyOf(uploads.one, { params: { id: upload.id } }), answer);
  void cache.invalidateQueries({ queryKey: [uploads.list.name] });
}

/** Applies progress events to the query cache. */
export function useProgressEvents(): void {
  const cache = useQueryClient();
  useRealtimeEvent(uploadEvents.progress, ({ upload_id, state, done, total }) => {
    if (!isRunning(state)) {
      for (const call of [uploads.one, uploads.list]) void cache.invalidateQueries({ queryKey: [call.name] });
      return;
    }
    const withProgress = (upload: Upload) =>
      upload.id === upload_id ? { ...upload, state, progress: { done, total } } : upload;
    cache.setQueriesData<EnvelopeOf<typeof uploads.one>>({ queryKey: [uploads.one.name] }, (answer) =>
      answer ? { ...answer, data: withProgress(answer.data) } : answer,
    );
    cache.setQueriesData<EnvelopeOf<typeof uploads.list>>({ queryKey: [uploads.list.name] }, (answer) =>
      answer ? { ...answer, data: { uploads: answer.data.uploads.map(withProgress) } } : answer,
    );
  });
}

/** Refetches customers and lists when a running import ends. */
export function useRefreshWhenOver(running: boolean): void {
  const cache = useQueryClient();
  const wasRunning = useRef(running);
  useEffect(() => {
    if (wasRunning.current && !running)
      for (const call of affectedCalls) void cache.invalidateQueries({ queryKey: [call.name] });
    wasRunning.current = running;
  }, [running, cache]);
}
