import { Alert, Anchor, Button } from "@mantine/core";
import { useSend } from "#core/web/call/useSend.ts";
import { Can } from "#core/web/session/Can.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { mailBounces } from "#domains/marketing/bounces/contract.ts";
import { emailReports } from "../../emailReports/contract.ts";
import { FactsDialog } from "../../web/campaignDialogs.tsx";
import { type EmailCampaignRecipient, emailCampaigns } from "../contract.ts";
import { RecipientReports } from "./RecipientReports.tsx";
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
