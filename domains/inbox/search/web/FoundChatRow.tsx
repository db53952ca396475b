import { searchWords } from "#core/searchWords.ts";
import { nameOf } from "#domains/inbox/chatList/web/customerName.ts";
import { phoneText } from "#domains/inbox/chatList/web/phoneText.ts";
import type { Chat } from "#domains/inbox/contract.ts";
import type { InboxAddress } from "#domains/inbox/sync/web/useInboxAddress.ts";
import { marksIn, phoneMarks } from "../rules.ts";
import { FoundRow } from "./FoundRow.tsx";
import { HighlightedText } from "./HighlightedText.tsx";

/** A chat whose customer matches, with the matches highlighted. */
export function FoundChatRow({ chat, q, address }: { chat: Chat; q: string; address: InboxAddress }) {
  const { customer } = chat;
  const words = searchWords(q);
  const name = nameOf(customer);
  const phone = phoneText(customer.phone);
  const emailMarks = marksIn(customer.email, words);
  return (
    <FoundRow
      chat={chat}
      address={address}
      when={chat.chat_time}
      name={<HighlightedText text={name} marks={name === phone ? phoneMarks(name, words) : marksIn(name, words)} />}
      below={
        <>
          {name !== phone && <HighlightedText text={phone} marks={phoneMarks(phone, words)} />}
          {emailMarks.length > 0 && (
            <>
              {" "}
              <HighlightedText text={customer.email} marks={emailMarks} />
            </>
          )}
        </>
      }
    />
  );
}
