import { VisuallyHidden } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { Tile, TileList } from "#core/web/figure/Tile.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { BoardPeriod } from "#domains/leaderboard/contract.ts";
import { SiteMark } from "#domains/reputation/sites/web/public.tsx";
import type { ReviewAnalytics, ReviewFigure, SiteFigures } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { ratingText, analyticsTexts as texts } from "./texts.ts";

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

const radius = 24;
const around = 2 * Math.PI * radius;

/** How much of a goal is reached, as a ring with its percentage; past the goal it is full. */
function GoalRing({ percent }: { percent: number }) {
  const filled = (Math.min(100, percent) / 100) * around;
  return (
    <svg className={classes.ring} viewBox="0 0 56 56" role="img" aria-label={`${percent}%`}>
      <circle cx={28} cy={28} r={radius} />
      {percent > 0 && <circle cx={28} cy={28} r={radius} data-filled strokeDasharray={`${filled} ${around}`} />}
      <text x={28} y={28} dy="0.35em" textAnchor="middle">
        {percent}%
      </text>
    </svg>
  );
}

/** Each site's reviews and stars, and how fresh that is. */
export function SiteRows({ sites }: { sites: readonly SiteFigures[] }) {
  return (
    <ul className={classes.sites}>
      {sites.map((site) => (
        <li key={`${site.kind} ${site.site}`}>
          <SiteMark kind={site.kind} />
          <div className={classes.site}>
            <span className={classes.siteName} title={site.site}>
              {site.site}
            </span>
            <Freshness {...site} />
          </div>
          <Rating {...site} />
          <span className={classes.count}>
            {site.source === "none" ? "–" : countText(site.reviews)}
            <VisuallyHidden> {texts.reviewsOf}</VisuallyHidden>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Rating({ average, recommend_percent }: SiteFigures) {
  if (average !== null) {
    return (
      <span className={classes.rating}>
        <Stars rating={average} />
        <b>{ratingText(average)}</b>
      </span>
    );
  }
  return (
    <span className={classes.rating}>{recommend_percent === null ? "–" : texts.recommended(recommend_percent)}</span>
  );
}

/** How fresh a site's figures are; red when it needs attention. */
function Freshness({ source, as_of }: SiteFigures) {
  const time = useTime();
  if (source === "disconnected")
    return (
      <StatusWord
        tone="red"
        icon={IconPlugConnectedX}
        title={as_of === null ? undefined : texts.updated(time.ago(as_of))}
      >
        {texts.source.disconnected}
      </StatusWord>
    );
  const at = as_of === null ? texts.never : time.date(as_of);
  const read = as_of === null ? texts.beingRead : texts.updated(time.ago(as_of));
  const words = { none: texts.source.none, connected: read, by_hand: `${texts.source.by_hand} · ${at}` };
  return <span className={classes.soft}>{words[source]}</span>;
}
