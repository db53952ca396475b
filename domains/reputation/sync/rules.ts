import { foldForSearch } from "#core/foldForSearch.ts";
import type { ReviewReplyState } from "../reviews/fields.ts";

const day = 24 * 3600 * 1000;
/** A reply that the site doesn't list is missed for so long before it counts as taken off: sites leave some out at times. */
const replyProofMs = 20 * 3600 * 1000;

interface DatedOpinion {
  readonly author: string;
  readonly rating: number | null;
  readonly body: string;
  readonly published_at: Date;
}

/**
 * Whether a review that somebody copied by hand is the one that the site lists: the same author and stars, and the same
 * words or day. Of its time only the day was known.
 */
export function isSameReview(copied: DatedOpinion, listed: DatedOpinion): boolean {
  if (copied.author === "" || foldForSearch(copied.author) !== foldForSearch(listed.author)) return false;
  if (copied.rating !== listed.rating) return false;
  const isSameText = plain(copied.body) !== "" && plain(copied.body) === plain(listed.body);
  return isSameText || Math.abs(copied.published_at.getTime() - listed.published_at.getTime()) <= 2 * day;
}

/** Sites trim what is written and mend its spaces. */
const plain = (text: string) => text.trim().replace(/\s+/g, " ");

interface OurReply {
  readonly body: string;
  readonly state: ReviewReplyState;
  readonly changed_at: Date;
  readonly missing_since: Date | null;
}

interface ListedReply {
  readonly body: string;
  readonly changed_at: Date;
}

/**
 * What the site's word about a reply means for ours. `keep`: nothing; `follow`: ours is there, in the site's state;
 * `elsewhere`: somebody wrote another one; `miss`: it isn't listed, which may be a hole; `gone`: it was taken off.
 */
export function replyFate(ours: OurReply | undefined, listed: ListedReply | undefined, now: Date) {
  // What is on its way is settled by whoever sends it.
  if (ours && ["sending", "withdrawing", "failed"].includes(ours.state)) return "keep";
  if (listed === undefined) {
    if (!ours || ours.state === "rejected") return "keep";
    if (ours.missing_since === null) return "miss";
    return now.getTime() - ours.missing_since.getTime() >= replyProofMs ? "gone" : "keep";
  }
  if (!ours) return "elsewhere";
  if (plain(ours.body) === plain(listed.body)) return "follow";
  // The site may still list what ours replaced.
  return listed.changed_at > ours.changed_at ? "elsewhere" : "keep";
}
