import { TextInput } from "@mantine/core";
import type { BodyInput } from "#core/call.ts";
import { daysLater, wallTimeAt } from "#core/wallTime.ts";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { useQueryChoice, useQueryFilter } from "#core/web/table/useTableQuery.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import { type SiteKind, siteKinds, siteNames } from "#domains/reputation/sites/fields.ts";
import type { reviews } from "../contract.ts";
import { shownReviews } from "../fields.ts";
import classes from "./ReviewsScreen.module.css";
import { reviewTexts } from "./texts.ts";

const dayChoices = [7, 30, 90, 365] as const;

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

type ReviewFilterState = ReturnType<typeof useReviewFilter>;

const { filters: texts } = reviewTexts;
const any = { value: "", label: texts.any };
const stars = [1, 2, 3, 4, 5].map((count) => ({ value: String(count), label: texts.stars(count) }));
const counts = [5, 10, 50, 100].map((count) => ({ value: String(count), label: texts.atLeast(count) }));
const days = dayChoices.map((count) => ({ value: String(count), label: texts.days(count) }));

interface Props {
  filter: ReviewFilterState;
  regions: readonly string[];
  kinds: readonly SiteKind[];
  members: readonly { id: number; name: string }[];
}

/** What the reviews are filtered by. */
export function ReviewFilters({ filter: { values, set }, regions, kinds, members }: Props) {
  const places = [
    { value: "", label: texts.here },
    { value: "all", label: texts.everywhere },
    ...regions.map((code) => ({ value: code, label: code })),
  ];
  const sites = siteKinds.filter((kind) => kinds.includes(kind)).map((value) => ({ value, label: siteNames[value] }));
  const people = [
    { value: "", label: texts.anyone },
    { value: "none", label: texts.nobody },
    ...members.map(({ id, name }) => ({ value: String(id), label: name })),
  ];
  return (
    <div className={classes.filters}>
      <FilterChip label={texts.region} value={values.region} onChange={set.region} options={places} />
      <FilterChip label={texts.count} value={values.count} onChange={set.count} options={[any, ...counts]} />
      <FilterChip
        label={texts.date}
        value={values.date}
        onChange={set.date}
        options={[any, ...days, { value: "custom", label: texts.custom }]}
      />
      {values.date === "custom" &&
        (["from", "to"] as const).map((end) => (
          <TextInput
            key={end}
            type="date"
            size="xs"
            aria-label={texts[end]}
            value={values[end]}
            max="2199-12-31"
            onChange={({ currentTarget }) => set[end](currentTarget.value)}
          />
        ))}
      <FilterChip label={texts.min} value={values.min} onChange={set.min} options={[any, ...stars]} />
      <FilterChip label={texts.max} value={values.max} onChange={set.max} options={[any, ...stars]} />
      <FilterChip label={texts.site} value={values.site} onChange={set.site} options={[any, ...sites]} />
      <FilterChip label={texts.assigned} value={values.assigned} onChange={set.assigned} options={people} />
    </div>
  );
}
