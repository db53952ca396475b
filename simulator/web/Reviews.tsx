import { Alert, Anchor, Button, Group, NativeSelect, Stack, Text, Title } from "@mantine/core";
import { useSearchParams } from "react-router";
import type { SimulatorProfile, SimulatorReview } from "#simulator/contract.ts";
import classes from "./Calls.module.css";
import { keyboardScrollable } from "./keyboardScrollable.ts";
import { ReviewCard } from "./ReviewCard.tsx";
import { ReviewForm } from "./ReviewForm.tsx";
import page from "./SimulatorPage.module.css";
import { usePolledQuery, usePost } from "./simulatorApi.ts";

/** Plays the customers and the moderators of a review site. */
export function Reviews() {
  const [searchParams, setSearchParams] = useSearchParams();
  const profiles = usePolledQuery<SimulatorProfile[]>("profiles");
  const chosen = profiles.data?.find(({ id }) => String(id) === searchParams.get("profile")) ?? profiles.data?.[0];
  return (
    <div className={page.scrolled} {...keyboardScrollable}>
      <div className={classes.calls}>
        <div className={classes.form}>
          {profiles.error && <Alert color="red">{profiles.error.message}</Alert>}
          {profiles.data?.length === 0 && (
            <Text c="dimmed">
              Nobody has connected yet. In the app, open{" "}
              <Anchor href="/review-settings" inherit underline="always">
                Review settings
              </Anchor>{" "}
              and connect Google there.
            </Text>
          )}
          {chosen && profiles.data && (
            <>
              <NativeSelect
                label="Business"
                value={chosen.id}
                data={profiles.data.map((one) => ({
                  value: String(one.id),
                  label: one.used_by === "" ? `${one.title} (not connected)` : `${one.title} · ${one.used_by}`,
                }))}
                onChange={({ currentTarget }) => setSearchParams({ tab: "reviews", profile: currentTarget.value })}
              />
              <ProfileFaults key={chosen.id} profile={chosen} />
              <ReviewForm key={`form ${chosen.id}`} profile={chosen.id} />
            </>
          )}
        </div>
        {chosen && <ReviewList profile={chosen.id} />}
      </div>
    </div>
  );
}

function ReviewList({ profile }: { profile: number }) {
  const reviews = usePolledQuery<SimulatorReview[]>(`reviews?profile=${profile}`);
  return (
    <section aria-label="Reviews" className={classes.list}>
      <Title order={2} size="h4">
        Reviews
      </Title>
      {reviews.error && <Alert color="red">{reviews.error.message}</Alert>}
      {reviews.data?.length === 0 && <Text c="dimmed">Nobody has written a review yet.</Text>}
      {reviews.data?.map((review) => (
        <ReviewCard key={review.id} review={review} />
      ))}
    </section>
  );
}

/** What goes wrong at the site on purpose. */
function ProfileFaults({ profile: { id, account, is_revoked, busy_answers } }: { profile: SimulatorProfile }) {
  const fault = usePost(`profiles/${id}`, () => {});
  return (
    <Stack gap="xs">
      <Text size="sm" c="dimmed">
        {account}
        {is_revoked && ". Rooftop’s access is revoked."}
        {busy_answers > 0 && ` The next ${busy_answers} requests get “busy”.`}
      </Text>
      <Group gap="xs">
        <Button variant="default" size="compact-md" onClick={() => fault.mutate({ is_revoked: !is_revoked })}>
          {is_revoked ? "Restore access" : "Revoke access"}
        </Button>
        <Button
          variant="default"
          size="compact-md"
          onClick={() => fault.mutate({ busy_answers: busy_answers > 0 ? 0 : 3 })}
        >
          {busy_answers > 0 ? "Not busy any more" : "Be busy three times"}
        </Button>
      </Group>
      {fault.error && <Alert color="red">{fault.error.message}</Alert>}
    </Stack>
  );
}
