import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { Review } from "../contract.ts";
import type { SiteChoice } from "./ReviewDialog.tsx";

const AssignDialog = lazyDialog(() => import("./AssignDialog.tsx"), "AssignDialog");
const ReviewDialog = lazyDialog(() => import("./ReviewDialog.tsx"), "ReviewDialog");
const MatchDialog = lazyDialog(() => import("./MatchDialog.tsx"), "MatchDialog");
const HistoryDialog = lazyDialog(() => import("./HistoryDialog.tsx"), "HistoryDialog");

export type ReviewDialogName = "assign" | "edit" | "match" | "history";

interface Props {
  name: ReviewDialogName;
  isOpen: boolean;
  review: Review;
  members: readonly { id: number; name: string }[];
  sites: readonly SiteChoice[];
  onClose: () => void;
}

/** The dialogs of a review. */
export function ReviewDialogs({ name, isOpen, review, members, sites, onClose }: Props) {
  const props = { opened: isOpen, onClose, review };
  if (name === "assign") return <AssignDialog {...props} members={members} />;
  if (name === "edit") return <ReviewDialog {...props} sites={sites} />;
  if (name === "match") return <MatchDialog {...props} />;
  return <HistoryDialog {...props} />;
}
