import { Button, Loader, Progress, Title, UnstyledButton } from "@mantine/core";
import type { ReactNode } from "react";
import { countText } from "#core/count.ts";
import { wizardTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";

interface CountedAudience {
  /** Everyone in what was selected, and how many of them get it. */
  readonly audience: number;
  readonly reached: number;
  readonly reasons: readonly { readonly reason: string; readonly text: string; readonly count: number }[];
}

interface Props {
  /** Undefined until it is counted. */
  counted: CountedAudience | undefined;
  isChosen: boolean;
  /** The numbers belong to an earlier selection. */
  isOld: boolean;
  failure: string | undefined;
  retry: () => void;
  selectFirst: string;
  /** "customers get this text". */
  getIt: (count: number) => string;
  /** Opens the people behind a reason. */
  onShow?: (reason: { readonly reason: string; readonly text: string }) => void;
  /** List items below: what it costs and how long it takes. */
  children?: ReactNode;
}

/** How many get a campaign, and who doesn't and why. */
export function AudienceCard(props: Props) {
  const { counted, isChosen, isOld, failure, retry, selectFirst, getIt, onShow, children } = props;
  return (
    <section className={classes.card} aria-label={texts.audience} aria-busy={isOld}>
      <Title order={2}>{texts.audience}</Title>
      {!isChosen && <p className={classes.note}>{selectFirst}</p>}
      {isChosen && failure && (
        <div>
          <p className={classes.error}>{failure}</p>
          <Button variant="default" size="compact-sm" onClick={retry}>
            {texts.again}
          </Button>
        </div>
      )}
      {isChosen && !failure && !counted && <Loader size="sm" role="status" aria-label={texts.counting} />}
      {counted && (
        <div className={isOld ? classes.old : undefined}>
          <p className={classes.figure}>{countText(counted.reached)}</p>
          <p className={classes.note}>{getIt(counted.reached)}</p>
          <Progress
            value={counted.audience === 0 ? 0 : (100 * counted.reached) / counted.audience}
            my="sm"
            aria-hidden
          />
          {counted.audience > counted.reached && (
            <>
              <Title order={3}>{texts.leftOut(counted.audience - counted.reached)}</Title>
              <ul className={classes.reasons}>
                {counted.reasons.map(({ reason, text, count }) => (
                  <li key={reason}>
                    {onShow ? (
                      <UnstyledButton
                        className={classes.reason}
                        title={texts.showPeople}
                        aria-haspopup="dialog"
                        onClick={() => onShow({ reason, text })}
                      >
                        {text}
                      </UnstyledButton>
                    ) : (
                      <span>{text}</span>
                    )}
                    <span>{countText(count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <ul className={classes.reasons}>{children}</ul>
        </div>
      )}
    </section>
  );
}
