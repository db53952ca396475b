import { useTime } from "#core/web/time/useTime.ts";
import { AudienceCard } from "../../wizard/web/AudienceCard.tsx";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import type { WizardDraft } from "./wizardDraft.ts";

/** How many get the text, who doesn't and why, and how long it takes. */
export function AudienceSummary({ draft }: { draft: WizardDraft }) {
  const time = useTime();
  const { data, error, refetch, ...state } = useAudience(draft);
  return (
    <AudienceCard
      {...state}
      counted={data && { ...data, reached: data.texted }}
      failure={error?.message}
      retry={() => void refetch()}
      selectFirst={texts.selectFirst}
      getIt={texts.getIt}
    >
      {data && (
        <>
          <li>
            <span>{texts.segments(data.segments)}</span>
            {data.price !== null && <span>{texts.price(data.price)}</span>}
          </li>
          <li>
            {texts.minutes(data.minutes)}. {texts.repliesFirst}
          </li>
          {data.waiting > 0 && (
            <li>
              <span>{texts.waiting(data.waiting)}</span>
              <span>{data.last_due_at && time.dateTime(data.last_due_at)}</span>
            </li>
          )}
          {data.segments > data.left_today && <li>{texts.overQuota(data.left_today)}</li>}
        </>
      )}
    </AudienceCard>
  );
}
