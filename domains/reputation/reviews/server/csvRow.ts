import { wallTimeAt } from "#core/wallTime.ts";
import type { ReviewView } from "./store.ts";

export const csvHeader = [
  "Published",
  "Location",
  "Site",
  "Author",
  "Rating",
  "Review",
  "State",
  "Assigned to",
  "Invited by",
  "Reply",
  "Replied by",
];

/** A review in a file. */
export function csvRow(review: ReviewView): readonly (string | number)[] {
  const { published_at, location, site, author, rating, recommends, body, state, assignees } = review;
  const opinion = rating ?? (recommends === 1 ? "Recommends" : "Doesn't recommend");
  const people = assignees.map(({ name }) => name).join(", ");
  const { invited_by, reply, replied_by } = review;
  // The day as people there saw it.
  const day = wallTimeAt(published_at, review.time_zone).date;
  return [day, location, site, author, opinion, body, state, people, invited_by, reply, replied_by];
}
