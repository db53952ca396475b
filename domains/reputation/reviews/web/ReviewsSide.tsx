import type { DataOf } from "#core/call.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { Stars } from "#core/web/figure/Stars.tsx";
import { type TimeFormats, useTime } from "#core/web/time/useTime.ts";
import { SiteMark } from "../../sites/web/public.tsx";
import type { reviews } from "../contract.ts";
import classes from "./ReviewsScreen.module.css";
import { reviewTexts } from "./texts.ts";

const { side: texts, filters } = reviewTexts;
const ratings = [5, 4, 3, 2, 1];

/** The location's reviews in figures, and how fresh its sites are. */
export function ReviewsSide({ overview }: { overview: DataOf<typeof reviews.overview> }) {
  const { total, average, stars, sites, median_reply_hours } = overview;
  const time = useTime();
  const counts = new Map(stars.map(({ rating, count }) => [rating, count]));
  const most = Math.max(1, ...counts.values());
  return (
    <aside className={classes.side} aria-label={texts.label}>
      <div>
        <div className={classes.average}>
          <strong>{average === null ? texts.noRating : average.toFixed(1)}</strong>
          <span>
            {average !== null && <Stars rating={average} />}
            <p>{texts.reviews(total, sites.length)}</p>
          </span>
        </div>
        <dl className={classes.bars}>
          {ratings.map((rating) => (
            <div key={rating} style={{ display: "contents" }}>
              <dt>
                <span>{filters.stars(rating)}</span>
                <span className={classes.bar} aria-hidden>
                  <span style={{ width: `${(100 * (counts.get(rating) ?? 0)) / most}%` }} />
                </span>
              </dt>
              <dd>
                <span>{(counts.get(rating) ?? 0).toLocaleString("en-US")}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div>
        <p>
          {texts.median} <InfoTooltip about={texts.median}>{texts.medianAbout}</InfoTooltip>
        </p>
        <div className={classes.median}>
          {median_reply_hours === null ? texts.noRating : texts.hours(median_reply_hours)}
        </div>
      </div>
      {sites.length > 0 && (
        <div>
          <h2>{texts.sites}</h2>
          <ul className={classes.sites}>
            {sites.map((site) => (
              <li key={site.id}>
                <span className={classes.siteName}>
                  <SiteMark kind={site.kind} />
                  {site.title}
                </span>
                <small>{freshness(site, time)}</small>
              </li>
            ))}
          </ul>
        </div>
      )}
    </aside>
  );
}

type Site = DataOf<typeof reviews.overview>["sites"][number];

/** How fresh what is known of a site is. */
function freshness({ connection, synced_at, last_added_at }: Site, time: TimeFormats): string {
  const updated = synced_at === null ? texts.beingRead : texts.updated(time.ago(synced_at));
  if (connection === "needs_access") return texts.reconnect;
  if (connection !== "" && connection !== "choosing") return updated;
  return last_added_at === null ? texts.neverAdded : texts.byHand(time.date(last_added_at));
}
