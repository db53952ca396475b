import type { SimulatorProfile, SimulatorReview } from "#simulator/contract.ts";
import { AccountFaults } from "./AccountFaults.tsx";
import { AccountPanel, AppLink } from "./AccountPanel.tsx";
import { PolledList } from "./FormBesideList.tsx";
import { ReviewCard } from "./ReviewCard.tsx";
import { ReviewForm } from "./ReviewForm.tsx";
import { usePolledQuery } from "./simulatorApi.ts";

/** Plays the customers and the moderators of a review site. */
export function Reviews() {
  return (
    <AccountPanel<SimulatorProfile>
      tab="reviews"
      path="profiles"
      parameter="profile"
      label="Business"
      nameOf={({ title, used_by }) => (used_by === "" ? `${title} (not connected)` : `${title} · ${used_by}`)}
      none={
        <>
          Nobody has connected yet. In the app, open <AppLink to="/review-settings">Review settings</AppLink> and
          connect Google there.
        </>
      }
      controls={(profile) => (
        <>
          <AccountFaults path={`profiles/${profile.id}`} account={profile} owner={profile.account} />
          <ReviewForm profile={profile.id} />
        </>
      )}
      list={({ id }) => <ReviewList profile={id} />}
    />
  );
}

function ReviewList({ profile }: { profile: number }) {
  const reviews = usePolledQuery<SimulatorReview[]>(`reviews?profile=${profile}`);
  return (
    <PolledList title="Reviews" rows={reviews} none="Nobody has written a review yet.">
      {(review) => <ReviewCard key={review.id} review={review} />}
    </PolledList>
  );
}
