/** What the review leaderboard says. The specified texts stay to the letter. */
export const performanceTexts = {
  title: "User Performance",
  label: "Team review leaderboard",
  searchHint: "Search names",
  name: "Name",
  rank: "Rank",
  invites: "Invites Sent",
  invitesInfo: "Invites that left in the period.",
  reviews: "Reviews",
  reviewsInfo: "Reviews of the period that the member's invites led to.",
  rating: "Rating",
  ratingInfo: "The average stars of those reviews.",
  of: (label: string, name: string) => `${label} of ${name}`,
  left: "No longer here",
  invitesUnit: ["invite", "invites"],
  reviewsUnit: ["review", "reviews"],
} as const;
