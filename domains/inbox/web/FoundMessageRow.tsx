import type { FoundMessage } from "#domains/inbox/search/contract.ts";
import { nameOf } from "./customerName.ts";
import { FoundRow } from "./FoundRow.tsx";
import { Marked } from "./Marked.tsx";
import type { InboxAddress } from "./useInboxAddress.ts";

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
          <Marked text={hit.excerpt} marks={hit.marks} />
        </>
      }
    />
  );
}
