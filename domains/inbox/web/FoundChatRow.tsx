import { searchWords } from "#domains/customers/rules.ts";
import { marksIn, phoneMarks } from "#domains/inbox/search/rules.ts";
import type { Chat } from "../contract.ts";
import { nameOf } from "./customerName.ts";
import { FoundRow } from "./FoundRow.tsx";
import { Marked } from "./Marked.tsx";
import { phoneText } from "./phoneText.ts";
import type { InboxAddress } from "./useInboxAddress.ts";

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
      name={<Marked text={name} marks={name === phone ? phoneMarks(name, words) : marksIn(name, words)} />}
      below={
        <>
          {name !== phone && <Marked text={phone} marks={phoneMarks(phone, words)} />}
          {emailMarks.length > 0 && (
            <>
              {" "}
              <Marked text={customer.email} marks={emailMarks} />
            </>
          )}
        </>
      }
    />
  );
}
