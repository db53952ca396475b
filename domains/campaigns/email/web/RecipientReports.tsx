import { Box, Button } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useTime } from "#core/web/time/useTime.ts";
import { type EmailReport, emailReports } from "../../emailReports/contract.ts";
import classes from "./RecipientReports.module.css";
import { emailDetailTexts } from "./texts.ts";

const { reports: texts } = emailDetailTexts;

interface Props {
  /** What the button asks. */
  why: string;
  campaign_id: number;
  recipient: number;
}

/** What mail servers told about one person's email, once somebody asks. */
export function RecipientReports({ why, campaign_id, recipient }: Props) {
  const [isAsked, setAsked] = useState(false);
  const { data, error, isFetching } = useCall(
    emailReports.list,
    { params: { id: campaign_id }, body: { recipient } },
    { enabled: isAsked },
  );
  if (!data)
    return (
      <>
        <Button variant="default" loading={isFetching} onClick={() => setAsked(true)}>
          {why}
        </Button>
        {error && <p role="alert">{texts.failed}</p>}
      </>
    );
  if (data.reports.length === 0) return <p className={classes.quiet}>{texts.none}</p>;
  return (
    <ul className={classes.reports} aria-label={texts.title}>
      {data.reports.map((report) => (
        <Report key={report.id} {...report} />
      ))}
    </ul>
  );
}

function Report({ at, kind, bounce, words, raw, is_cut }: EmailReport) {
  const time = useTime();
  const isKept = kind === "bounced" || kind === "complained";
  return (
    <li>
      <div className={classes.kind}>
        {texts.kinds[kind]}
        <time dateTime={at}>{time.dateTime(at)}</time>
      </div>
      {bounce && <p className={classes.text}>{texts.advice[bounce]}</p>}
      {words !== "" && <p className={classes.quiet}>{words}</p>}
      {raw && (
        <Box component="section" className={classes.raw} aria-label={texts.raw} tabIndex={0}>
          {raw}
        </Box>
      )}
      {is_cut === 1 && <p className={classes.quiet}>{texts.cut}</p>}
      {isKept && !raw && <p className={classes.quiet}>{texts.notKept}</p>}
    </li>
  );
}
