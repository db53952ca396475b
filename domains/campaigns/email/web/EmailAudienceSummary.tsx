import { useDebouncedValue } from "@mantine/hooks";
import { useState } from "react";
import type { DataOf } from "#core/call.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { overLimitText } from "#domains/quotas/rules.ts";
import { emailPreview } from "../../emailPreview/contract.ts";
import { AudienceCard } from "../../wizard/web/AudienceCard.tsx";
import { type EmailDraft, emailAudienceOf } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";

const LeftOutPeople = lazyDialog(() => import("./LeftOutPeople.tsx"), "LeftOutPeople");

type MailLeftOut = DataOf<typeof emailPreview.audience>["reasons"][number];

/** How many get the email, and who doesn't and why. The old numbers stay while new ones are counted. */
export function EmailAudienceSummary({ draft }: { draft: EmailDraft }) {
  const time = useTime();
  const [isOpen, setOpen] = useState(false);
  // Stays while the dialog closes, so that its content doesn't change.
  const [shown, setShown] = useState<MailLeftOut>();
  const isChosen = draft.type === "list" ? draft.lists.length > 0 : draft.customers.length > 0;
  const asked = JSON.stringify(emailAudienceOf(draft));
  // Compared as text: each rendering makes a new object.
  const [text] = useDebouncedValue(asked, 400);
  const body = JSON.parse(text) as ReturnType<typeof emailAudienceOf>;
  const isCounted = body.campaign_customers_list.length > 0 || body.campaign_customers.length > 0;
  const answer = useCall(
    emailPreview.audience,
    { body },
    { enabled: isChosen && isCounted, keepPrevious: true, staleTime: 30_000 },
  );
  const data = isChosen ? answer.data : undefined;
  return (
    <>
      <AudienceCard
        counted={data && { ...data, reached: data.mailed }}
        isChosen={isChosen}
        isOld={answer.isPlaceholderData || text !== asked}
        failure={answer.error?.message}
        retry={() => void answer.refetch()}
        selectFirst={texts.selectFirst}
        getIt={texts.getIt}
        onShow={({ reason }) => {
          setShown(data?.reasons.find((one) => one.reason === reason));
          setOpen(true);
        }}
      >
        {data && data.waiting > 0 && (
          <li>
            <span>{texts.waiting(data.waiting)}</span>
            <span>{data.last_due_at && time.dateTime(data.last_due_at)}</span>
          </li>
        )}
        {data && data.mailed > data.left_today && <li>{overLimitText("mails", data.mailed, data)}</li>}
      </AudienceCard>
      {shown && <LeftOutPeople opened={isOpen} onClose={() => setOpen(false)} reason={shown} />}
    </>
  );
}
