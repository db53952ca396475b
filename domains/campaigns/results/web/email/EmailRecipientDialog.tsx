import { Alert, Anchor, Box, Button } from "@mantine/core";
import { useState } from "react";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { mailBounces } from "#domains/marketing/delivery/contract.ts";
import { type EmailCampaignRecipient, emailCampaigns } from "../../../email/contract.ts";
import { type EmailReport, emailReports } from "../../contract.ts";
import { FactsDialog } from "../campaignDialogs.tsx";
import classes from "./RecipientReports.module.css";
import { emailDetailTexts } from "./texts.ts";

const { popup: texts } = emailDetailTexts;

interface Props {
  opened: boolean;
  onClose: () => void;
  recipient: EmailCampaignRecipient;
  campaign_id: number;
}

/** One person's email, with the way to see it as they got it. */
export function EmailRecipientDialog({ opened, onClose, recipient, campaign_id }: Props) {
  const time = useTime();
  const { first_name, last_name, email, sent_at, created_at, message_status, message, view_url } = recipient;
  const { id, bounce, complained_at, reason } = recipient;
  const error = reason === "" ? recipient.error : "";
  const facts = [
    [texts.name, `${first_name} ${last_name}`.trim() || email],
    [texts.email, email],
    [texts.date, time.dateTime(sent_at ?? created_at)],
    [texts.status, message_status],
    [texts.message, message || texts.none],
    ...(error === "" ? [] : [[texts.said, error] as const]),
  ] as const;
  const why = bounce !== "" ? texts.why : complained_at && texts.whySpam;
  return (
    <FactsDialog opened={opened} onClose={onClose} title={texts.title} facts={facts}>
      {why && (
        <Can use={emailReports.list}>
          <RecipientReports key={id} why={why} campaign_id={campaign_id} recipient={id} />
        </Can>
      )}
      {recipient.is_bounce_hold === 1 && <UndoBounce email={email} onDone={onClose} />}
      {view_url !== "" && (
        <p>
          <Anchor href={view_url} target="_blank" rel="noreferrer">
            {texts.open}
          </Anchor>
        </p>
      )}
    </FactsDialog>
  );
}

/** For an address that exists after all: a full mailbox, or a mail server that was wrong. */
function UndoBounce({ email, onDone }: { email: string; onDone: () => void }) {
  const undo = useSend(mailBounces.undo, { invalidates: [emailCampaigns.recipients], onSuccess: onDone });
  return (
    <Alert color="yellow" title={texts.held}>
      <Can use={mailBounces.undo}>
        <Button variant="default" loading={undo.isPending} onClick={() => undo.mutate({ body: { email } })}>
          {texts.undo}
        </Button>
      </Can>
    </Alert>
  );
}

const { reports: reportTexts } = emailDetailTexts;

interface ReportsProps {
  /** What the button asks. */
  why: string;
  campaign_id: number;
  recipient: number;
}

/** What mail servers told about one person's email, once somebody asks. */
function RecipientReports({ why, campaign_id, recipient }: ReportsProps) {
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
        {error && <p role="alert">{reportTexts.failed}</p>}
      </>
    );
  if (data.reports.length === 0) return <p className={classes.quiet}>{reportTexts.none}</p>;
  return (
    <ul className={classes.reports} aria-label={reportTexts.title}>
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
        {reportTexts.kinds[kind]}
        <time dateTime={at}>{time.dateTime(at)}</time>
      </div>
      {bounce && <p className={classes.text}>{reportTexts.advice[bounce]}</p>}
      {words !== "" && <p className={classes.quiet}>{words}</p>}
      {raw && (
        <Box component="section" className={classes.raw} aria-label={reportTexts.raw} tabIndex={0}>
          {raw}
        </Box>
      )}
      {is_cut === 1 && <p className={classes.quiet}>{reportTexts.cut}</p>}
      {isKept && !raw && <p className={classes.quiet}>{reportTexts.notKept}</p>}
    </li>
  );
}
