import { IconCheck, IconCircleDashed, IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { countText } from "#core/count.ts";
import { Stars } from "#core/web/figure/Stars.tsx";
import { StatusWord } from "#core/web/status/StatusBadge.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import type { SiteFigures } from "../contract.ts";
import classes from "./AnalyticsScreen.module.css";
import { ratingText } from "./ratingText.ts";
import { analyticsTexts as texts } from "./texts.ts";

/** Each site's reviews and stars, and how fresh that is. */
export function SitesTable({ sites }: { sites: readonly SiteFigures[] }) {
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{texts.site}</th>
          <th scope="col">{texts.rating}</th>
          <th scope="col" data-number>
            {texts.reviews}
          </th>
          <th scope="col">{texts.freshness}</th>
        </tr>
      </thead>
      <tbody>
        {sites.map((site) => (
          <tr key={`${site.kind} ${site.site}`}>
            <th scope="row">{site.site}</th>
            <td>
              <Rating {...site} />
            </td>
            <td data-number>{site.source === "none" ? "–" : countText(site.reviews)}</td>
            <td>
              <Freshness {...site} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Rating({ average, recommend_percent }: SiteFigures) {
  if (average !== null) {
    return (
      <span className={classes.rating}>
        <b>{ratingText(average)}</b>
        <Stars rating={average} />
      </span>
    );
  }
  return recommend_percent === null ? "–" : texts.recommended(recommend_percent);
}

/** How fresh what is known of a site is. */
function Freshness({ source, as_of }: SiteFigures) {
  const time = useTime();
  const at = as_of === null ? texts.never : time.dateTime(as_of);
  if (source === "none")
    return (
      <StatusWord tone="gray" icon={IconCircleDashed}>
        {texts.source.none}
      </StatusWord>
    );
  if (source === "connected")
    return (
      <StatusWord tone="green" icon={IconRefresh} title={as_of === null ? undefined : at}>
        {as_of === null ? texts.beingRead : texts.updated(time.ago(as_of))}
      </StatusWord>
    );
  if (source === "disconnected")
    return (
      <StatusWord tone="red" icon={IconPlugConnectedX} title={texts.source.disconnected}>
        {as_of === null
          ? texts.source.disconnected
          : `${texts.updated(time.ago(as_of))} · ${texts.source.disconnected}`}
      </StatusWord>
    );
  return (
    <StatusWord tone="gray" icon={IconCheck}>
      {`${texts.source[source]} · ${at}`}
    </StatusWord>
  );
}
