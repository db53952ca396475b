import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { formatInstant } from "#core/web/time/useTime.ts";
import type { SimulatorReview } from "#simulator/contract.ts";
import { FailureAlert } from "./FailureAlert.tsx";
import { ReviewForm } from "./ReviewForm.tsx";
import { usePost } from "./simulatorApi.ts";

const states = { pending: "waits for the site", live: "shown", rejected: "rejected" } as const;

/** A review at the site: its author changes or deletes it, and the site shows or rejects the reply. */
export function ReviewCard({ review }: { review: SimulatorReview }) {
  const { id, author, rating, body, published_at, reply, reply_state, reply_policy } = review;
  const [isEdited, setEdited] = useState(false);
  const moderate = usePost(`reviews/${id}`, () => {}, "PATCH");
  const remove = usePost(`reviews/${id}`, () => {}, "DELETE");
  const name = author || "Anonymous";
  if (isEdited) return <ReviewForm review={review} onDone={() => setEdited(false)} />;
  return (
    <article aria-label={`Review by ${name}`}>
      <Stack gap="xs">
        <Text size="sm">
          <strong>{name}</strong> · {rating === null ? "no stars" : `${rating} of 5 stars`} ·{" "}
          {formatInstant(published_at, "dateTime")}
        </Text>
        {body !== "" && <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{body}</Text>}
        <Group gap="xs">
          <Button variant="default" size="compact-sm" onClick={() => setEdited(true)}>
            Edit
          </Button>
          <Button variant="default" size="compact-sm" loading={remove.isPending} onClick={() => remove.mutate({})}>
            Delete
          </Button>
        </Group>
        {reply !== "" && (
          <>
            <Text size="sm" c="dimmed">
              Reply of the business, {states[reply_state]}
              {reply_policy && `: ${reply_policy}`}
            </Text>
            <Text style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>{reply}</Text>
            <Group gap="xs">
              <Button
                variant="default"
                size="compact-sm"
                disabled={reply_state === "live"}
                onClick={() => moderate.mutate({ reply_state: "live" })}
              >
                Show reply
              </Button>
              <Button
                variant="default"
                size="compact-sm"
                disabled={reply_state === "rejected"}
                onClick={() => moderate.mutate({ reply_state: "rejected", reply_policy: "off topic" })}
              >
                Reject reply
              </Button>
            </Group>
          </>
        )}
        <FailureAlert error={moderate.error ?? remove.error} />
      </Stack>
    </article>
  );
}
