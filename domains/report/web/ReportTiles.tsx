import { Skeleton } from "@mantine/core";
import { countText } from "#core/count.ts";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import { boardTexts, comparedWith } from "#domains/leaderboard/web/public.tsx";
import type { ReportTotals } from "../contract.ts";
import { reportDefinitions } from "../rules.ts";

const shown = ["message_received", "message_sent", "messages_answered", "appointments_set"] as const;

interface Props {
  totals: { readonly figures: ReportTotals; readonly previous: ReportTotals | null } | undefined;
}

/** What everybody did together, with the change since the period before. */
export function ReportTiles({ totals }: Props) {
  if (!totals) return <Skeleton height={100} mb="md" role="status" aria-label="Loading" />;
  const { figures, previous } = totals;
  return (
    <TileList label={boardTexts.team} isFramed>
      {shown.map((key) => (
        <Tile
          key={key}
          label={reportDefinitions[key].label}
          info={reportDefinitions[key].sentence}
          figure={countText(figures[key])}
          {...comparedWith(figures[key], previous?.[key] ?? null)}
        />
      ))}
    </TileList>
  );
}
