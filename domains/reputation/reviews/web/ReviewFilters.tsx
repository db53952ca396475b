import { TextInput } from "@mantine/core";
import { FilterChip } from "#core/web/filter/FilterChip.tsx";
import { type SiteKind, siteKinds, siteNames } from "../../sites/fields.ts";
import classes from "./ReviewsScreen.module.css";
import { reviewTexts } from "./texts.ts";
import { dayChoices, type ReviewFilterState } from "./useReviewFilter.ts";

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
