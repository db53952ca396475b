import { VisuallyHidden } from "@mantine/core";
import { IconPlugConnectedX } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { SiteMark } from "../../sites/web/SiteMark.tsx";
import type { SiteFigures } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { ratingText } from "./ratingText.ts";
import { analyticsTexts as texts } from "./texts.ts";

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

/** How fresh what is known of a site is; red when somebody has to act. */
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
