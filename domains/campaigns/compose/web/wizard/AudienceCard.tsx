import { Button, Loader, Progress, Title, UnstyledButton } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { countText } from "#core/count.ts";
import { wizardTexts as texts } from "./texts.ts";
import classes from "./Wizard.module.css";

interface CountedReason {
  readonly reason: string;
  readonly text: string;
  readonly count: number;
}

interface CountedAudience<Reason> {
  /** Everyone in what was selected, and how many of them get it. */
  readonly audience: number;
  readonly reached: number;
  readonly reasons: readonly Reason[];
}

interface LeftOutDialogProps<Reason> {
  opened: boolean;
  onClose: () => void;
  reason: Reason;
}

interface Props<Reason extends CountedReason> {
  /** Undefined until it is counted. */
  counted: CountedAudience<Reason> | undefined;
  isChosen: boolean;
  /** The numbers belong to an earlier selection. */
  isOld: boolean;
  failure: string | undefined;
  retry: () => void;
  selectFirst: string;
  /** "customers get this text". */
  getIt: (count: number) => string;
  /** The dialog with the people whom a reason leaves out. */
  leftOut: (dialog: LeftOutDialogProps<Reason>) => ReactNode;
  /** List items below: what it costs and how long it takes. */
  children?: ReactNode;
}

/** How many get a campaign, and who doesn't and why. */
export function AudienceCard<Reason extends CountedReason>(props: Props<Reason>) {
  const { counted, isChosen, isOld, failure, retry, selectFirst, getIt, leftOut, children } = props;
  const [isOpen, setOpen] = useState(false);
  // Stays while the dialog closes, so that its content doesn't change.
  const [shown, setShown] = useState<Reason>();
  const show = (reason: Reason) => {
    setShown(reason);
    setOpen(true);
  };
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
                {counted.reasons.map((reason) => (
                  <li key={reason.reason}>
                    <UnstyledButton
                      className={classes.reason}
                      title={texts.showPeople}
                      aria-haspopup="dialog"
                      onClick={() => show(reason)}
                    >
                      {reason.text}
                    </UnstyledButton>
                    <span>{countText(reason.count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <ul className={classes.reasons}>{children}</ul>
        </div>
      )}
      {shown && leftOut({ opened: isOpen, onClose: () => setOpen(false), reason: shown })}
    </section>
  );
}
