import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNavigate } from "react-router";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { useOnReconnect, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { campaignEvents, textCampaigns } from "../contract.ts";
import { campaignTexts as texts } from "./texts.ts";

const shown = [textCampaigns.table, textCampaigns.one, textCampaigns.recipients];

/** What can be done with a campaign; each shows its result and brings list and page up to date. */
export function useCampaignActions(onRemoved?: () => void) {
  const navigate = useNavigate();
  const pause = useSend(textCampaigns.pause, { invalidates: shown });
  const resume = useSend(textCampaigns.resume, { invalidates: shown });
  const cancel = useSend(textCampaigns.cancel, { invalidates: shown });
  const remove = useSend(textCampaigns.remove, {
    invalidates: [textCampaigns.table],
    ...(onRemoved && { onSuccess: onRemoved }),
  });
  const duplicate = useSend(textCampaigns.duplicate, {
    invalidates: [textCampaigns.table],
    onSuccess: ({ data }) => navigate(`/text-campaign/edit/${data.id}`),
  });
  const listNotReached = useSend(textCampaigns.listNotReached, {
    onSuccess: ({ data }) => data.list_id !== null && navigate(`/customers/${data.list_id}`),
  });
  return {
    pause: (id: number) => pause.mutate({ params: { id } }),
    resume: (id: number) => resume.mutate({ params: { id } }),
    duplicate: (id: number) => duplicate.mutate({ params: { id } }),
    listNotReached: (id: number) => listNotReached.mutate({ params: { id } }),
    async cancel(id: number) {
      if (await confirm({ ...texts.cancelQuestion, danger: true })) cancel.mutate({ params: { id } });
    },
    async remove({ id, title }: { id: number; title: string }) {
      const { text, ...question } = texts.removeQuestion;
      if (await confirm({ ...question, text: text(title), danger: true })) remove.mutate({ params: { id } });
    },
  };
}

/** Milliseconds between two looks at what moves by itself. */
const refreshMs = 5_000;

/** Brings calls up to date when a campaign moves, and from time to time while what they show does so by itself. */
export function useRefreshWhile(isMoving: () => boolean, names: readonly string[]): void {
  const cache = useQueryClient();
  const refresh = () => {
    for (const name of names) void cache.invalidateQueries({ queryKey: [name] });
  };
  useRealtimeEvent(campaignEvents.changed, refresh);
  useOnReconnect(refresh);
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.hidden || !isMoving()) return;
      refresh();
    }, refreshMs);
    return () => clearInterval(timer);
  });
}
