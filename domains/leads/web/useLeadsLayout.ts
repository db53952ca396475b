import { useEffect } from "react";
import { usePersonalChoice } from "#core/web/session/usePersonalChoice.ts";
import { useQueryFilter } from "#core/web/table/useTableQuery.ts";

export const leadLayouts = ["list", "board"] as const;
export type LeadLayout = (typeof leadLayouts)[number];

/** The address says how leads are shown, `?view=board`; without, as the person chose the last time. */
export function useLeadsLayout(): [layout: LeadLayout, choose: (layout: LeadLayout) => void] {
  const [asked, show] = useQueryFilter("view");
  const [remembered, remember] = usePersonalChoice("leads");
  const isNamed = leadLayouts.some((one) => one === asked);
  const layout = (isNamed ? asked : remembered) === "board" ? "board" : "list";
  useEffect(() => {
    if (layout === "board" && !isNamed) show("board");
  });
  const choose = (next: LeadLayout) => {
    remember(next);
    show(next);
  };
  return [layout, choose];
}
