/** What ranks members. Stars don't: nobody should ask for good reviews alone. */
export interface ReviewScore {
  readonly name: string;
  readonly reviews: number;
  readonly invites_sent: number;
}

const compareScores = (one: ReviewScore, other: ReviewScore) =>
  other.reviews - one.reviews || other.invites_sent - one.invites_sent;

/** Sorts best first, and by name those who are equal; they share a rank: 1, 2, 2, 4. */
export function rankByReviews<Score extends ReviewScore>(
  scores: readonly Score[],
): (Score & { readonly rank: number })[] {
  const sorted = scores.toSorted((one, other) => compareScores(one, other) || one.name.localeCompare(other.name, "en"));
  return sorted.map((score) => ({
    ...score,
    rank: sorted.findIndex((other) => compareScores(score, other) === 0) + 1,
  }));
}

export const rankRule = "Ranked by reviews; ties go to invites sent. Stars don't count.";
