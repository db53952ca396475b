import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { overLimitText } from "#domains/quotas/rules.ts";
import { emailPreview } from "../../contract.ts";
import { AudienceCard } from "../wizard/AudienceCard.tsx";
import { useCountedAudience } from "../wizard/useCountedAudience.ts";
import { type EmailDraft, emailAudienceOf } from "./emailDraft.ts";
import { composeEmailTexts as texts } from "./texts.ts";

const LeftOutPeople = lazyDialog(() => import("./LeftOutPeople.tsx"), "LeftOutPeople");

/** How many get the email, and who doesn't and why. */
export function EmailAudienceSummary({ draft }: { draft: EmailDraft }) {
  const time = useTime();
  const { data, error, refetch, ...state } = useCountedAudience(emailPreview.audience, draft, emailAudienceOf(draft));
  return (
    <AudienceCard
      {...state}
      counted={data && { ...data, reached: data.mailed }}
      failure={error?.message}
      retry={() => void refetch()}
      selectFirst={texts.selectFirst}
      getIt={texts.getIt}
      leftOut={(dialog) => <LeftOutPeople {...dialog} />}
    >
      {data && data.waiting > 0 && (
        <li>
          <span>{texts.waiting(data.waiting)}</span>
          <span>{data.last_due_at && time.dateTime(data.last_due_at)}</span>
        </li>
      )}
      {data && data.mailed > data.left_today && <li>{overLimitText("mails", data.mailed, data)}</li>}
    </AudienceCard>
  );
}
