import { Text } from "@mantine/core";
import type { EnvelopeOf } from "#core/client.ts";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { reviewImports } from "../contract.ts";
import classes from "./ImportReviews.module.css";
import { reviewImportTexts as texts } from "./texts.ts";

type Preview = EnvelopeOf<typeof reviewImports.preview>["data"];
/** The beginning of what will be added is enough to see whether the columns are right. */
const shown = 5;

/** What a file would add, and what can't be read of it. */
export function ImportPreview({ preview }: { preview: Preview }) {
  const { rows_added, rows_known, rows_rejected, added, rejected } = preview;
  return (
    <section aria-label={texts.read} aria-live="polite">
      <Text fw={600}>{rows_added === 0 ? texts.nothing : texts.willAdd(rows_added)}</Text>
      {rows_known > 0 && <Text size="sm">{texts.known(rows_known)}</Text>}
      {rows_added > 0 && (
        <>
          <div className={classes.scroller}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th scope="col">{texts.columns.date}</th>
                  <th scope="col">{texts.columns.site}</th>
                  <th scope="col">{texts.columns.author}</th>
                  <th scope="col">{texts.columns.rating}</th>
                </tr>
              </thead>
              <tbody>
                {added.slice(0, shown).map((review) => (
                  <tr key={review.row}>
                    <td>{formatInstant(`${review.published_on}T12:00:00Z`, "date", "UTC")}</td>
                    <td>{review.site}</td>
                    <td dir="auto">{review.author || texts.anonymous}</td>
                    <td>{opinionText(review)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows_added > shown && <Text size="sm">{texts.andMore(rows_added - shown)}</Text>}
          <Text size="sm" c="dimmed">
            {texts.settled}
          </Text>
        </>
      )}
      {rows_rejected > 0 && (
        <>
          <Text fw={600} mt="sm">
            {texts.rejected(rows_rejected)}
          </Text>
          <div className={classes.scroller}>
            <table className={classes.rows}>
              <thead>
                <tr>
                  <th scope="col">{texts.row}</th>
                  <th scope="col">{texts.reason}</th>
                </tr>
              </thead>
              <tbody>
                {rejected.map(({ row, reason }) => (
                  <tr key={row}>
                    <td>{row}</td>
                    <td dir="auto">{reason}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          {rows_rejected > rejected.length && <Text size="sm">{texts.andMore(rows_rejected - rejected.length)}</Text>}
        </>
      )}
    </section>
  );
}

function opinionText({ rating, recommends }: Preview["added"][number]): string {
  if (rating !== null) return texts.stars(rating);
  return recommends === 1 ? texts.recommends : texts.doesNotRecommend;
}
