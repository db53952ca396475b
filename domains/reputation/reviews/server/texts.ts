/** Why a reply isn't at its site, or still is. */
export const replyProblemTexts = {
  busy: "Google didn't answer. Try again.",
  missing: "Google no longer shows this review.",
  needs_access: "Google no longer lets us in. Connect it again, then try again.",
  refused: "Google didn't accept this.",
} as const;
