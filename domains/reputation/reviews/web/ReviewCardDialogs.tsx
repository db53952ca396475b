import "@mantine/core/styles/Checkbox.layer.css";
import "@mantine/core/styles/Radio.layer.css";
import { Checkbox, Modal, Radio, Stack, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { isFound } from "#core/searchWords.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { Stars } from "#core/web/figure/Stars.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type Review, reviews } from "../contract.ts";
import classes from "./ReviewCard.module.css";
import { reviewTexts } from "./texts.ts";

const { assign: texts } = reviewTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  review: Review;
  members: readonly { id: number; name: string }[];
}

/** Says who looks after a review. */
export function AssignDialog({ opened, onClose, review, members }: Props) {
  const [term, setTerm] = useState("");
  const assign = useCallForm(reviews.assign, {
    initialValues: { user_ids: review.assignees.map(({ id }) => id) },
    params: { id: review.id },
    invalidates: [reviews.table, reviews.overview],
    onSuccess: onClose,
  });
  const { user_ids } = assign.form.values;
  // The person who left the location stays until someone takes it from them.
  const people = [...members, ...review.assignees.filter((one) => members.every(({ id }) => id !== one.id))];
  const found = people.filter(({ name }) => isFound(term, name));
  const toggle = (id: number) =>
    assign.form.setFieldValue(
      "user_ids",
      user_ids.includes(id) ? user_ids.filter((one) => one !== id) : [...user_ids, id],
    );
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.title}
      action={texts.confirm}
      form={assign}
      comparesValues
    >
      <TextInput
        type="search"
        aria-label={texts.search}
        placeholder={texts.search}
        leftSection={<IconSearch size={16} aria-hidden />}
        value={term}
        onChange={({ currentTarget }) => setTerm(currentTarget.value)}
      />
      <div className={classes.people}>
        {found.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={user_ids.includes(id)} onChange={() => toggle(id)} />
        ))}
        {found.length === 0 && <p className={classes.noWords}>{texts.nobody}</p>}
      </div>
    </FormDialog>
  );
}

const { history: historyTexts, card } = reviewTexts;

/** What a review said before, and its replies. */
export function HistoryDialog({ opened, onClose, review }: { opened: boolean; onClose: () => void; review: Review }) {
  const time = useTime();
  const { data } = useCall(reviews.history, { params: { id: review.id } }, { enabled: opened });
  return (
    <Modal opened={opened} onClose={onClose} title={historyTexts.title} size="lg">
      {data && data.edits.length + data.replies.length === 0 && <p className={classes.noWords}>{historyTexts.none}</p>}
      {data && data.edits.length > 0 && (
        <>
          <h3>{historyTexts.before}</h3>
          <ul className={classes.past}>
            {data.edits.map(({ rating, recommends, body, at }) => (
              <li key={at}>
                {rating === null ? (
                  recommends === 1 ? (
                    card.recommends
                  ) : (
                    card.doesNotRecommend
                  )
                ) : (
                  <Stars rating={rating} />
                )}{" "}
                <small>{historyTexts.until(time.dateTime(at))}</small>
                <p dir="auto" className={classes.words}>
                  {body || card.noText}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
      {data && data.replies.length > 0 && (
        <>
          <h3>{historyTexts.replies}</h3>
          <ul className={classes.past}>
            {data.replies.map(({ body, state, by, changed_at }) => (
              <li key={`${changed_at}${state}`}>
                <small>
                  {historyTexts.states[state]} · {card.by(by || historyTexts.elsewhere, time.dateTime(changed_at))}
                </small>
                <p dir="auto" className={classes.words}>
                  {body}
                </p>
              </li>
            ))}
          </ul>
        </>
      )}
    </Modal>
  );
}

const { match: matchTexts } = reviewTexts;

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
    about: matchTexts.sent(time.date(sent_at), followed === 1),
  }));
  return (
    <FormDialog opened={opened} onClose={onClose} title={matchTexts.title} action={matchTexts.save} form={match}>
      <p className={classes.noWords}>
        {current.length + others.length === 0 && data ? matchTexts.empty : matchTexts.about}
      </p>
      <Radio.Group aria-label={matchTexts.title} {...match.form.getInputProps("invite_id")}>
        <Stack gap="xs">
          <Radio value="" label={matchTexts.none} />
          {[...current, ...others].map(({ value, label, about }) => (
            <Radio key={value} value={value} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
    </FormDialog>
  );
}
