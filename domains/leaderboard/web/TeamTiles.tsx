import { Skeleton } from "@mantine/core";
import { countText } from "#core/count.ts";
import { changeOf } from "#core/web/figure/change.ts";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import { durationText } from "#domains/dashboard/rules.ts";
import type { BoardFigure, TeamFigures } from "../contract.ts";
import { boardDefinitions } from "../rules.ts";
import { comparedWith } from "./comparedWith.ts";
import { boardTexts } from "./texts.ts";

interface Props {
  team: { readonly figures: TeamFigures; readonly previous: TeamFigures | null } | undefined;
  onOpen: (figure: BoardFigure) => void;
}

/** What the team did together, with the change since the period before. */
export function TeamTiles({ team, onOpen }: Props) {
  if (!team) return <Skeleton height={100} mb="md" role="status" aria-label="Loading" />;
  const { figures, previous } = team;
  const tile = (figure: BoardFigure) => ({
    label: boardDefinitions[figure].label,
    info: boardDefinitions[figure].sentence,
    figure: countText(figures[figure]),
    ...comparedWith(figures[figure], previous?.[figure] ?? null),
    onOpen: () => onOpen(figure),
  });
  const { label, sentence } = boardDefinitions.median_first_response;
  const before = previous?.todays_appointments;
  return (
    <TileList label={boardTexts.team} isFramed>
      <Tile {...tile("all_appointments")} />
      <Tile
        {...tile("todays_appointments")}
        {...(before !== undefined && {
          change: changeOf(figures.todays_appointments, before, "up"),
          comparison: boardTexts.weekAgo(before),
        })}
      />
      <Tile {...tile("messages_answered")} />
      <Tile
        label={label}
        info={sentence}
        figure={waitText(figures.median_first_response)}
        {...(previous && { comparison: boardTexts.from(waitText(previous.median_first_response)) })}
        onOpen={() => onOpen("messages_answered")}
      />
    </TileList>
  );
}

const waitText = (seconds: number | null) => (seconds === null ? "–" : durationText(seconds));
