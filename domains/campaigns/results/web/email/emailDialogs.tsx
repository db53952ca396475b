import { Modal, Text } from "@mantine/core";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { useTime } from "#core/web/time/useTime.ts";
import { MailPreview } from "#domains/templates/email/web/public.tsx";
import { type EmailCampaign, emailCampaigns } from "../../../email/contract.ts";
import { FactsDialog } from "../campaignDialogs.tsx";
import { shareText } from "./emailFigures.ts";
import { emailTexts as texts } from "./texts.ts";

interface Props {
  opened: boolean;
  onClose: () => void;
  campaign: EmailCampaign;
}

/** The email as it was written. */
export function EmailMessageDialog({ opened, onClose, campaign: { id, email_subject } }: Props) {
  const { data, isPending } = useCall(emailCampaigns.one, { params: { id } });
  const html = data?.campaignDetail.campaign_template ?? "";
  return (
    <Modal opened={opened} onClose={onClose} title={texts.message.title} size="xl">
      <Text mb="sm" mt={0} dir="auto" style={{ overflowWrap: "anywhere" }}>
        <Text span c="dimmed" mr="sm">
          {texts.message.subject}
        </Text>
        <strong>{email_subject || "–"}</strong>
      </Text>
      {!isPending && (html === "" ? <p>{texts.message.none}</p> : <MailPreview html={html} />)}
    </Modal>
  );
}

/** A campaign's figures, each with its definition. */
export function EmailAnalyticsDialog({ opened, onClose, campaign: { stats } }: Props) {
  const time = useTime();
  const { analytics, definitions } = texts;
  const about = (label: string, definition: string) => <InfoTooltip about={label}>{definition}</InfoTooltip>;
  const facts = [
    [analytics.date, stats.campaign_date ? time.dateTime(stats.campaign_date) : "-"],
    [analytics.audience, countText(stats.audience)],
    [analytics.delivered, shareText(stats.delivered, stats.handed), about(analytics.delivered, definitions.delivered)],
    [analytics.opened, shareText(stats.opened, stats.delivered_count), about(analytics.opened, definitions.opened)],
    [analytics.clicked, shareText(stats.clicked, stats.delivered_count), about(analytics.clicked, definitions.clicked)],
    [analytics.bounces, shareText(stats.bounces, stats.handed), about(analytics.bounces, definitions.bounces)],
  ] as const;
  return (
    <FactsDialog opened={opened} onClose={onClose} title={analytics.title} facts={facts}>
      {stats.machine_opened_count > 0 && (
        <Text c="dimmed" mt="sm">
          {analytics.machine(stats.machine_opened_count)}
        </Text>
      )}
    </FactsDialog>
  );
}
