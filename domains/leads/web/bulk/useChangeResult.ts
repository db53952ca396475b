import { useSend } from "#core/web/call/useSend.ts";
import { toast } from "#core/web/feedback/toast.tsx";
import { type BulkChange, leadBulk } from "../../bulk/contract.ts";
import { leadRefreshes } from "../useLeadActions.ts";
import { bulkTexts as texts } from "./texts.ts";

export const skippedOf = ({ skipped }: BulkChange) => skipped.reduce((sum, { count }) => sum + count, 0);

/** Says how a change of many leads ended. A deletion can be undone for 10 seconds. */
export function useChangeResult() {
  const restore = useSend(leadBulk.restore, {
    quiet: "success",
    invalidates: [...leadRefreshes, leadBulk.current],
    onSuccess: ({ data }) => report(data.change),
  });
  const report = (change: BulkChange) => {
    const { id, action, changed, state } = change;
    if (state === "running") return;
    const text = state === "stopped" ? texts.stopped(change) : texts.ended(change, skippedOf(change));
    if (action === "remove" && changed > 0) toast.undo(text, () => restore.mutate({ params: { id } }));
    else if (changed === 0) toast.info(text);
    else toast.success(text);
  };
  return { report };
}
