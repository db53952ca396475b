import { IconAddressBook, IconBan, IconMessage } from "@tabler/icons-react";
import { useSend } from "#core/web/call/useSend.ts";
import { callLog, type LoggedCall } from "#domains/inbox/callLog/contract.ts";
import { callLogTexts as texts } from "./texts.ts";

/** What can be done with a call: its conversation, its customer, and whether its phone is spam. */
export function useCallActions() {
  const mark = useSend(callLog.markSpam, { invalidates: [callLog.table] });
  return ({ id, chat_id, customer_id, phone, direction, spam }: LoggedCall) => [
    ...(chat_id ? [{ label: texts.openConversation, icon: IconMessage, to: `/inbox/all/${chat_id}` }] : []),
    ...(customer_id ? [{ label: texts.openCustomer, icon: IconAddressBook, to: `/customer/${customer_id}` }] : []),
    ...(phone && direction === "incoming"
      ? [
          {
            needs: callLog.markSpam,
            label: spam === 1 ? texts.unmarkSpam : texts.markSpam,
            icon: IconBan,
            onClick: () => mark.mutate({ params: { id }, body: { spam: spam === 1 ? 0 : 1 } }),
          },
        ]
      : []),
  ];
}
