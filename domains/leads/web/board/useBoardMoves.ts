import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { type Lead, type LeadStage, leads } from "#domains/leads/contract.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import type { BoardMove } from "./boardPlaces.ts";
import { boardTexts as texts } from "./texts.ts";

/** What a move asks for: why the lead was lost, or when the appointment is. */
export interface AskedMove {
  readonly kind: "lost" | "appointment";
  readonly lead: Lead;
  readonly stage_id: number;
}

/** Moves cards at once, and back when the server refuses. */
export function useBoardMoves() {
  const cache = useQueryClient();
  const [moves, setMoves] = useState<readonly BoardMove[]>([]);
  const [asked, setAsked] = useState<AskedMove>();
  const send = useSend(leads.move, { quiet: "success" });
  const refresh = () => Promise.all(leadRefreshes.map(({ name }) => cache.invalidateQueries({ queryKey: [name] })));
  const end = (move: BoardMove) => setMoves((now) => now.filter((one) => one !== move));

  const undo = ({ id, stage_id, outcome, lost_reason }: Lead) => {
    const reason = outcome === "sold" ? "" : outcome;
    const body = { stage_id, outcome: reason, lost_reason } as const;
    send.mutate({ params: { id }, body }, { onSettled: () => void refresh() });
  };

  const move = (lead: Lead, to: LeadStage) => {
    if (to.id === lead.stage_id) return;
    if (to.kind === "lost") return setAsked({ kind: "lost", lead, stage_id: to.id });
    const moved = { lead, to };
    setMoves((now) => [...now.filter((one) => one.lead.id !== lead.id), moved]);
    send.mutate(
      { params: { id: lead.id }, body: { stage_id: to.id } },
      {
        onSuccess: () => {
          toast.undo(texts.moved(to.name), () => undo(lead));
          if (to.reached_by === "appointment" && lead.customer_id !== null)
            setAsked({ kind: "appointment", lead, stage_id: to.id });
          void refresh().finally(() => end(moved));
        },
        onError: () => {
          end(moved);
          void refresh();
        },
      },
    );
  };
  return { moves, move, asked, answer: () => setAsked(undefined) };
}
