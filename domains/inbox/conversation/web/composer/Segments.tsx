import { segmentsOf } from "#core/smsCounter.ts";
import { useSession } from "#core/web/session/session.ts";
import { textWithLinks } from "#domains/inbox/attachments/rules.ts";
import type { DraftFile } from "#domains/inbox/sync/web/drafts.ts";

interface Props {
  opened: boolean;
  text: string;
  files: readonly DraftFile[];
}

/** A link of the same length as the customer's; its expiry and signature are unknown here. */
function placeholderLink(dealer_id: number, attachment_id: number): string {
  const parts = [dealer_id.toString(36), attachment_id.toString(36), "0".repeat(4), "0".repeat(22)];
  return `${location.origin}/f/${parts.join(".")}`;
}

/** How many segments the carrier counts, including links to files that aren't sent as pictures. */
export function Segments({ opened, text, files }: Props) {
  const dealer_id = useSession()?.dealer_id ?? 0;
  if (!opened) return null;
  const title = "How the carrier encodes and counts it";
  if (files.some(({ kind }) => kind === "image")) return <span title={title}>1 picture message</span>;
  const links = files.map(({ name, attachment }) => ({ name, link: placeholderLink(dealer_id, attachment?.id ?? 0) }));
  const { count, encoding } = segmentsOf(textWithLinks(text.trim(), links));
  if (count === 0) return null;
  return <span title={title}>{`${count} ${count === 1 ? "segment" : "segments"}, ${encoding}`}</span>;
}
