import { Button, Progress, Title } from "@mantine/core";
import { countText } from "#core/count.ts";
import { useTime } from "#core/web/time/useTime.ts";
import classes from "./ComposeWizard.module.css";
import { composeTexts as texts } from "./texts.ts";
import { useAudience } from "./useAudience.ts";
import type { WizardDraft } from "./wizardDraft.ts";

/** How many get the text, who doesn't and why, and how long it takes. */
export function AudienceSummary({ draft }: { draft: WizardDraft }) {
  const time = useTime();
  const { data, error, isOld, isChosen, refetch } = useAudience(draft);
  return (
    <section className={classes.card} aria-label={texts.audience} aria-busy={isOld}>
      <Title order={2}>{texts.audience}</Title>
      {!isChosen && <p className={classes.note}>{texts.selectFirst}</p>}
      {isChosen && error && (
        <div>
          <p className={classes.error}>{error.message}</p>
          <Button variant="default" size="compact-sm" onClick={() => void refetch()}>
            {texts.again}
          </Button>
        </div>
      )}
      {data && (
        <div className={isOld ? classes.old : undefined}>
          <p className={classes.figure}>{countText(data.texted)}</p>
          <p className={classes.note}>{texts.getIt(data.texted)}</p>
          <Progress value={data.audience === 0 ? 0 : (100 * data.texted) / data.audience} my="sm" aria-hidden />
          {data.audience > data.texted && (
            <>
              <Title order={3}>{texts.leftOut(data.audience - data.texted)}</Title>
              <ul className={classes.reasons}>
                {data.reasons.map(({ reason, text, count }) => (
                  <li key={reason}>
                    <span>{text}</span>
                    <span>{countText(count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <ul className={classes.reasons}>
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
          </ul>
        </div>
      )}
    </section>
  );
}
