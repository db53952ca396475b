import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { wallTimeAt } from "#core/wallTime.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTimeZone } from "#core/web/time/useTime.ts";
import type { SiteKind } from "../../sites/fields.ts";
import { type Review, reviews } from "../contract.ts";
import { hasNoStars } from "../rules.ts";
import { reviewTexts } from "./texts.ts";

const { form: texts, filters } = reviewTexts;

/** A site that a review can be of. */
export interface SiteChoice {
  readonly id: number;
  readonly kind: SiteKind;
  readonly title: string;
}

interface Props {
  opened: boolean;
  onClose: () => void;
  sites: readonly SiteChoice[];
  /** Omitted for a new one. */
  review?: Review;
}

/** What the select has: stars, or a recommendation. */
type OpinionChoice = "" | "1" | "2" | "3" | "4" | "5" | "yes" | "no";

const stars = [5, 4, 3, 2, 1].map((count) => ({ value: String(count), label: filters.stars(count) }));
const opinions = [
  { value: "yes", label: texts.recommends },
  { value: "no", label: texts.doesNotRecommend },
];

/** A review as it stands at its site, copied by hand. */
export function ReviewDialog({ opened, onClose, sites, review }: Props) {
  const zone = useTimeZone() ?? "UTC";
  const choices = review && sites.every(({ id }) => id !== review.site_id) ? [siteOf(review), ...sites] : sites;
  const form = useCallForm(review ? reviews.update : reviews.add, {
    initialValues: {
      site_id: review?.site_id ?? choices[0]?.id ?? 0,
      author: review?.author ?? "",
      rating: 0,
      opinion: opinionOf(review),
      body: review?.body ?? "",
      published_on: wallTimeAt(review ? new Date(review.published_at) : new Date(), zone).date,
      version: review?.version ?? 1,
    },
    ...(review && { params: { id: review.id } }),
    toBody: ({ opinion, ...values }) => ({
      ...values,
      site_id: Number(values.site_id),
      rating: Number(opinion) || 0,
      ...(opinion === "yes" && { recommends: 1 }),
      ...(opinion === "no" && { recommends: 0 }),
    }),
    invalidates: [reviews.table, reviews.overview],
    onSuccess: onClose,
  });
  const { form: fields } = form;
  const { site_id, opinion } = fields.values;
  const kind = choices.find(({ id }) => id === Number(site_id))?.kind;
  const offered = kind && hasNoStars(kind) ? [...opinions, ...stars] : stars;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={review ? texts.edit : texts.add}
      action={texts.save}
      form={form}
    >
      <NativeSelect
        label={texts.site}
        data={choices.map(({ id, title }) => ({ value: String(id), label: title }))}
        {...fields.getInputProps("site_id")}
      />
      <TextInput
        label={texts.author}
        placeholder={texts.authorHint}
        maxLength={200}
        {...fields.getInputProps("author")}
      />
      <NativeSelect
        label={texts.rating}
        data={[{ value: "", label: texts.choose }, ...offered]}
        value={opinion}
        error={fields.errors.rating}
        onChange={({ currentTarget }) => {
          fields.setFieldValue("opinion", currentTarget.value as OpinionChoice);
          fields.clearFieldError("rating");
        }}
      />
      <Textarea
        label={texts.body}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        {...fields.getInputProps("body")}
      />
      <TextInput type="date" label={texts.day} max="2199-12-31" {...fields.getInputProps("published_on")} />
    </FormDialog>
  );
}

const siteOf = ({ site_id, site_kind, site }: Review): SiteChoice => ({ id: site_id, kind: site_kind, title: site });

function opinionOf(review: Review | undefined): OpinionChoice {
  if (!review) return "";
  if (review.rating !== null) return String(review.rating) as OpinionChoice;
  return review.recommends === 1 ? "yes" : "no";
}
