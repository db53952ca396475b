import { useQueryClient } from "@tanstack/react-query";
import { forgetRows } from "#core/web/call/deletedRows.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { leadCounts } from "#domains/leads/counts/contract.ts";
import { leadAssignment } from "../assignment/contract.ts";
import { leadBoard } from "../board/contract.ts";
import { type Lead, leads } from "../contract.ts";
import { nameOfLead } from "./Cells.tsx";
import { leadTexts as texts } from "./texts.ts";

/** What shows a lead, and is asked for again when one changed. */
export const leadRefreshes = [leads.table, leadCounts.views, leads.one, leadBoard.columns, leadBoard.cards];

/** What is done with a lead at once. After a refusal, such as of a lead that was claimed first, it is asked for again. */
export function useLeadActions() {
  const cache = useQueryClient();
  const refresh = () => {
    for (const { name } of leadRefreshes) void cache.invalidateQueries({ queryKey: [name] });
  };
  const claim = useSend(leads.claim, { invalidates: leadRefreshes, onFailure: refresh });
  const assign = useSend(leads.assign, { invalidates: leadRefreshes, onFailure: refresh });
  const move = useSend(leads.move, { invalidates: leadRefreshes, onFailure: refresh });
  const keep = useSend(leadAssignment.keep, { invalidates: leadRefreshes, onFailure: refresh });
  const remove = useSend(leads.remove, {
    updates: (cache, { params }) => forgetRows(cache, [{ id: Number(params?.id), calls: [[leads.one, "id"]] }]),
    invalidates: leadRefreshes,
    onFailure: refresh,
  });
  const askToDelete = async (lead: Lead) => {
    const { title, text, action } = texts.remove;
    const isConfirmed = await confirm({ title, text: text(shortNameOf(lead)), action, danger: true });
    if (isConfirmed) remove.mutate({ params: { id: lead.id } });
  };
  return { claim, assign, move, keep, askToDelete };
}

/** What moves a lead back to where it is now. */
export function wayBack({ id, stage_id, outcome, lost_reason, sale_price }: Lead) {
  return {
    params: { id },
    body: { stage_id, outcome: outcome === "sold" ? "" : outcome, lost_reason, sale_price },
  } as const;
}

const longestName = 60;

/** A name for a sentence: one that somebody filled with a novel is cut. */
export function shortNameOf(lead: Lead): string {
  const letters = [...nameOfLead(lead)];
  return letters.length > longestName ? `${letters.slice(0, longestName).join("")}…` : letters.join("");
}
