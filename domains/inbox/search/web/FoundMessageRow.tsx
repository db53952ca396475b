import { nameOf } from "#domains/inbox/chatList/web/customerName.ts";
import type { InboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import type { FoundMessage } from "../contract.ts";
import { FoundRow } from "./FoundRow.tsx";
import { HighlightedText } from "./HighlightedText.tsx";

/** A matching message: an excerpt around the match. */
export function FoundMessageRow({ hit, address }: { hit: FoundMessage; address: InboxAddress }) {
  return (
    <FoundRow
      chat={hit.chat}
      address={address}
      at={hit.message_id}
      when={hit.datetime}
      name={nameOf(hit.chat.customer)}
      below={
        <>
          {hit.is_from_customer === 0 && "Us: "}
          <HighlightedText text={hit.excerpt} marks={hit.marks} />
        </>
      }
    />
  );
}
