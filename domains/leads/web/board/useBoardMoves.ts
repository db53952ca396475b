import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { type Lead, type LeadStage, leads } from "#domains/leads/contract.ts";
import { leadTexts } from "../texts.ts";
import { leadRefreshes, wayBack } from "../useLeadActions.ts";
import type { BoardMove } from "./boardPlaces.ts";

/** What a move asks for: what the lead was sold for or why it was lost, or when the appointment is. */
export interface AskedMove {
  readonly kind: "ending" | "appointment";
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

  const undo = (lead: Lead) => send.mutate(wayBack(lead), { onSettled: () => void refresh() });

  const move = (lead: Lead, to: LeadStage) => {
    if (to.id === lead.stage_id) return;
    if (to.kind !== "open") return setAsked({ kind: "ending", lead, stage_id: to.id });
    const moved = { lead, to };
    setMoves((now) => [...now.filter((one) => one.lead.id !== lead.id), moved]);
    send.mutate(
      { params: { id: lead.id }, body: { stage_id: to.id } },
      {
        onSuccess: () => {
          toast.undo(leadTexts.move.moved(to.name), () => undo(lead));
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
