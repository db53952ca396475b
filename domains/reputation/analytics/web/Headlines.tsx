import { countText } from "#core/count.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import type { ReviewAnalytics, ReviewFigure } from "../contract.ts";
import { GoalRing } from "./GoalRing.tsx";
import { ratingText } from "./ratingText.ts";
import { analyticsTexts as texts } from "./texts.ts";

interface Props {
  data: ReviewAnalytics | undefined;
  onOpen: (figure: ReviewFigure, period: BoardPeriod) => void;
}

/** The four headlines; gray bars until they are known. */
export function Headlines({ data, onOpen }: Props) {
  return (
    <TileList label={texts.headlines} isFramed>
      <Tile
        label={texts.average}
        info={texts.averageInfo}
        {...(data && {
          figure: ratingText(data.average),
          comparison: data.rated === 0 ? texts.noRating : texts.rated(countText(data.rated)),
          ...(data.reviews > 0 && { onOpen: () => onOpen("reviews", "all") }),
        })}
      >
        {data?.average != null && <Stars rating={data.average} />}
      </Tile>
      <Tile
        label={texts.reviews}
        info={texts.reviewsInfo}
        {...(data && {
          figure: countText(data.reviews),
          comparison: texts.thisMonth(countText(data.reviews_this_month)),
          onOpen: () => onOpen("reviews", "all"),
        })}
      />
      <Tile
        label={texts.goal}
        info={texts.goalInfo}
        {...(data && goalOf(data))}
        {...(data && { onOpen: () => onOpen("reviews", "month") })}
      >
        {data && data.monthly_goal > 0 && (
          <GoalRing percent={Math.round((100 * data.reviews_this_month) / data.monthly_goal)} />
        )}
      </Tile>
      <Tile
        label={texts.invites}
        info={texts.invitesInfo}
        {...(data && {
          figure: countText(data.invites_this_month),
          comparison:
            data.invite_goal > 0
              ? texts.ofGoal(countText(data.invite_goal))
              : texts.followed(countText(data.followed_this_month)),
          onOpen: () => onOpen("invites", "month"),
        })}
      />
    </TileList>
  );
}

function goalOf({ monthly_goal, reviews_this_month, on_track_for }: ReviewAnalytics) {
  const received = countText(reviews_this_month);
  if (monthly_goal === 0) return { figure: received, comparison: texts.noGoal };
  return {
    figure: texts.goalOf(received, countText(monthly_goal)),
    comparison: texts.onTrack(countText(on_track_for)),
  };
}
