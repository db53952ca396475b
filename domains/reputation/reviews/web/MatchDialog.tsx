import { Radio, Stack } from "@mantine/core";
import "@mantine/core/styles/Radio.layer.css";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Review, reviews } from "../contract.ts";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { match: texts } = reviewTexts;

/** Says which invite led to a review. */
export function MatchDialog({ opened, onClose, review }: { opened: boolean; onClose: () => void; review: Review }) {
  const time = useTime();
  const params = { id: review.id };
  const { data } = useCall(reviews.invites, { params }, { enabled: opened });
  const match = useCallForm(reviews.match, {
    initialValues: { invite_id: review.invite_id === null ? "" : String(review.invite_id) },
    params,
    invalidates: [reviews.table],
    onSuccess: onClose,
  });
  const current =
    review.invite_id === null ? [] : [{ value: String(review.invite_id), label: review.customer_name, about: "" }];
  const others = (data?.invites ?? []).map(({ id, customer_name, sent_at, followed }) => ({
    value: String(id),
    label: customer_name,
    about: texts.sent(time.date(sent_at), followed === 1),
  }));
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.title} action={texts.save} form={match}>
      <p className={classes.noWords}>{current.length + others.length === 0 && data ? texts.empty : texts.about}</p>
      <Radio.Group aria-label={texts.title} {...match.form.getInputProps("invite_id")}>
        <Stack gap="xs">
          <Radio value="" label={texts.none} />
          {[...current, ...others].map(({ value, label, about }) => (
            <Radio key={value} value={value} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
