import { Checkbox, TextInput } from "@mantine/core";
import "@mantine/core/styles/Checkbox.layer.css";
import { IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { isFound } from "#core/searchWords.ts";
import { FormDialog } from "#core/web/dialog/FormDialog.tsx";
import { useCallForm } from "#core/web/form/useCallForm.ts";
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
  // Whoever left the location stays until somebody takes it from them.
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
