import { useState } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import type { ReviewFigure } from "../contract.ts";

const FigureRowsDialog = lazyDialog(() => import("./FigureRowsDialog.tsx"), "FigureRowsDialog");

interface Chosen {
  readonly figure: ReviewFigure;
  readonly period: BoardPeriod;
  readonly member?: { readonly id: number; readonly name: string };
}

/** Opens the rows behind a figure. @returns the opener, and the dialog to show. */
export function useFigureRows() {
  const [opened, setOpened] = useState(false);
  // Stays set while the dialog closes.
  const [chosen, choose] = useState<Chosen>();
  const open = (next: Chosen) => {
    choose(next);
    setOpened(true);
  };
  const dialog = chosen && <FigureRowsDialog opened={opened} onClose={() => setOpened(false)} {...chosen} />;
  return { open, dialog };
}
