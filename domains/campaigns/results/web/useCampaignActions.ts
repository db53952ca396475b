import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import type { CampaignChannel } from "./campaignChannel.ts";
import { sharedTexts } from "./texts.ts";

/** What can be done with a campaign; each shows its result and brings list and page up to date. */
export function useCampaignActions({ home, calls, texts }: CampaignChannel, onRemoved?: () => void) {
  const navigate = useNavigate();
  const ofOne = [calls.one, calls.lists, calls.recipients];
  const shown = [calls.table, calls.one, calls.recipients];
  const pause = useSend(calls.pause, { invalidates: shown });
  const resume = useSend(calls.resume, { invalidates: shown });
  const cancel = useSend(calls.cancel, { invalidates: shown });
  const remove = useSend(calls.remove, {
    invalidates: [calls.table],
    updates: (cache, { params }) =>
      forgetRows(cache, [{ id: Number(params?.id), calls: ofOne.map((call) => [call, "id"] as const) }]),
    ...(onRemoved && { onSuccess: onRemoved }),
  });
  const duplicate = useSend(calls.duplicate, {
    invalidates: [calls.table],
    onSuccess: ({ data }) => navigate(`${home}/edit/${data.id}`),
  });
  return {
    pause: (id: number) => pause.mutate({ params: { id } }),
    resume: (id: number) => resume.mutate({ params: { id } }),
    duplicate: (id: number) => duplicate.mutate({ params: { id } }),
    async cancel(id: number) {
      const question = { ...sharedTexts.cancelQuestion, text: texts.cancelText };
      if (await confirm({ ...question, danger: true })) cancel.mutate({ params: { id } });
    },
    async remove({ id, title }: { id: number; title: string }) {
      const { text, ...question } = sharedTexts.removeQuestion;
      if (await confirm({ ...question, text: text(title), danger: true })) remove.mutate({ params: { id } });
    },
  };
}

export type CampaignActions = ReturnType<typeof useCampaignActions>;

/** Milliseconds between two looks at what moves by itself. */
const refreshMs = 5_000;

/** Brings calls up to date when a campaign moves, and from time to time while what they show does so by itself. */
export function useRefreshWhile({ changed }: CampaignChannel, isMoving: () => boolean, names: readonly string[]): void {
  const cache = useQueryClient();
  const refresh = () => {
    for (const name of names) void cache.invalidateQueries({ queryKey: [name] });
  };
  useRealtimeEvent(changed, refresh);
  useOnReconnect(refresh);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden || !isMoving()) return;
      refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  });
}
