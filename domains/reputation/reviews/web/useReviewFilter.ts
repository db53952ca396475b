import type { BodyInput } from "#core/call.ts";
import { daysLater, wallTimeAt } from "#core/wallTime.ts";
import { useQueryChoice } from "#core/web/table/useQueryChoice.ts";
import { useQueryFilter } from "#core/web/table/useQueryFilter.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type SiteKind, siteKinds } from "../../sites/fields.ts";
import type { reviews } from "../contract.ts";
import { shownReviews } from "../fields.ts";

export const dayChoices = [7, 30, 90, 365] as const;

/** The filters of the reviews, which live in the address. */
export function useReviewFilter() {
  const zone = useTimeZone();
  const [show, setShow] = useQueryChoice("show", shownReviews, "all");
  const [region, setRegion] = useQueryFilter("region");
  const [count, setCount] = useQueryFilter("count");
  const [date, setDate] = useQueryFilter("date");
  const [from, setFrom] = useQueryFilter("from");
  const [to, setTo] = useQueryFilter("to");
  const [min, setMin] = useQueryFilter("min");
  const [max, setMax] = useQueryFilter("max");
  const [site, setSite] = useQueryFilter("site");
  const [assigned, setAssigned] = useQueryFilter("assigned");
  const isCustom = date === "custom";
  const kind: SiteKind | "" = siteKinds.find((one) => one === site) ?? "";
  const days = dayChoices.find((one) => String(one) === date);
  const today = zone === undefined ? undefined : wallTimeAt(new Date(), zone).date;
  const body = {
    show,
    region,
    site: kind,
    assigned,
    review_count: Number(count) || 0,
    rating_min: Number(min) || 0,
    rating_max: Number(max) || 0,
    from: isCustom ? from : days && today ? daysLater(today, 1 - days) : "",
    to: isCustom ? to : "",
  } satisfies Partial<BodyInput<typeof reviews.table>>;
  return {
    body,
    isFiltered: [region, count, date, min, max, site, assigned].some((value) => value !== "") || show !== "all",
    values: { show, region, count, date, from, to, min, max, site, assigned },
    set: {
      show: setShow,
      region: setRegion,
      count: setCount,
      date: setDate,
      from: setFrom,
      to: setTo,
      min: setMin,
      max: setMax,
      site: setSite,
      assigned: setAssigned,
    },
  };
}

export type ReviewFilterState = ReturnType<typeof useReviewFilter>;
