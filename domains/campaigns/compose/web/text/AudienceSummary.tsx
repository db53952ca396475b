import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { overLimitText } from "#domains/quotas/rules.ts";
import { carrierDaysText } from "../../../rules.ts";
import { AudienceCard } from "../wizard/AudienceCard.tsx";
import { segmentPrice, type TextDraft } from "./textDraft.ts";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";

const LeftOutDialog = lazyDialog(() => import("./LeftOutDialog.tsx"), "LeftOutDialog");

/** How many get the text, who doesn't and why, and how long it takes. */
export function AudienceSummary({ draft }: { draft: TextDraft }) {
  const time = useTime();
  const { data, error, refetch, ...state } = useAudience(draft);
  const isOverLimit = data !== undefined && data.texted > data.left_today;
  return (
    <AudienceCard
      {...state}
      counted={data && { ...data, reached: data.texted }}
      failure={error?.message}
      retry={() => void refetch()}
      selectFirst={texts.selectFirst}
      getIt={texts.getIt}
      leftOut={(dialog) => <LeftOutDialog {...dialog} draft={draft} />}
    >
      {data && (
        <>
          <li>
            <span>{texts.segments(data.segments)}</span>
            {data.price !== null && (
              <span>
                {texts.price(data.price)}{" "}
                <InfoTooltip about={texts.aboutPrice}>
                  {texts.priceTip(data.segments, (segmentPrice(data) ?? 0).toFixed(4))}
                </InfoTooltip>
              </span>
            )}
          </li>
          <li>
            {!isOverLimit && data.carrier_days === 0 && `${texts.minutes(data.minutes)}. `}
            {texts.repliesFirst}
          </li>
          {data.waiting > 0 && (
            <li>
              <span>{texts.waiting(data.waiting)}</span>
              <span>{data.last_due_at && texts.lastAt(time.dateTime(data.last_due_at))}</span>
            </li>
          )}
          {data.is_registered === 0 && <li>{texts.waitsForNumber}</li>}
          {data.carrier_days > 0 && <li>{carrierDaysText(data.carrier_days, data.carrier_limit)}</li>}
          {isOverLimit && <li>{overLimitText("texts", data.texted - data.too_late, data)}</li>}
          {data.too_late > 0 && (
            <li>
              <span>{texts.tooLate(data.too_late)}</span>
              <InfoTooltip about={texts.aboutTooLate}>{texts.tooLateTip}</InfoTooltip>
            </li>
          )}
        </>
      )}
    </AudienceCard>
  );
}
