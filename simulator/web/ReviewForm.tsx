import { NativeSelect, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import type { SimulatorReview } from "#simulator/contract.ts";
import { SendForm } from "./SendForm.tsx";
import { fieldErrorsOf, usePost } from "./simulatorApi.ts";

const ratings = ["5", "4", "3", "2", "1"].map((value) => ({
  value,
  label: value === "1" ? "1 star" : `${value} stars`,
}));
const empty = { author: "", rating: "5", body: "" };

interface Props {
  profile?: number;
  /** The review that its author changes; undefined writes one. */
  review?: SimulatorReview;
  onDone?: () => void;
}

/** Writes a review as a customer, or changes one. */
export function ReviewForm({ profile, review, onDone }: Props) {
  const initialValues = review
    ? { author: review.author, rating: String(review.rating ?? ""), body: review.body }
    : empty;
  const form = useForm({ initialValues });
  const path = review ? `reviews/${review.id}` : "reviews";
  const done = () => {
    form.reset();
    onDone?.();
  };
  const send = usePost(path, done, review ? "PATCH" : "POST");
  const fields = fieldErrorsOf(send.error);
  const submit = () => send.mutate({ ...form.values, ...(profile && { profile }) });
  return (
    <SendForm sending={send} onSubmit={submit} action={review ? "Save" : "Write review"}>
      <TextInput
        label="Author"
        description="Leave empty for an anonymous review"
        autoComplete="off"
        {...form.getInputProps("author")}
        error={fields.author}
      />
      <NativeSelect
        label="Rating"
        data={[...ratings, { value: "", label: "No stars" }]}
        {...form.getInputProps("rating")}
        error={fields.rating}
      />
      <Textarea label="Review" autosize minRows={2} {...form.getInputProps("body")} error={fields.body} />
    </SendForm>
  );
}
