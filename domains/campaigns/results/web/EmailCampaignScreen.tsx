import { Anchor } from "@mantine/core";
import { useParams } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { type EmailCampaignDetail, type EmailCampaignStats, emailCampaigns } from "../../email/contract.ts";
import figures from "./CampaignFigures.module.css";
import { CampaignPage, FigureCards } from "./CampaignPage.tsx";
import { CampaignProgress } from "./CampaignProgress.tsx";
import { Brake, Failures, FigureGrid, LeftOut } from "./campaignFigures.tsx";
import { percentText } from "./campaignStatus.ts";
import { EmailRecipientsTable } from "./email/EmailRecipientsTable.tsx";
import { emailChannel } from "./email/emailChannel.ts";
import { emailProgress, shareText, shownUrl } from "./email/emailFigures.ts";
import { emailTexts, emailDetailTexts as texts } from "./email/texts.ts";

const EmailMessageDialog = lazyDialog(() => import("./email/emailDialogs.tsx"), "EmailMessageDialog");

/** One email campaign: how far it is, what people did with it, and everyone in it. */
export function EmailCampaignScreen() {
  const id = Number(useParams().id);
  const { data, error } = useCall(emailCampaigns.one, { params: { id } });
  const campaign = data?.campaignDetail;
  return (
    <CampaignPage
      channel={emailChannel}
      id={id}
      campaign={campaign}
      // People open and click for days; the first hour's are what one watches.
      isUnsettled={campaign !== undefined && isRecent(campaign.sent_at)}
      title={texts.title}
      failure={error?.message}
      message={(dialog) => <EmailMessageDialog {...dialog} />}
      recipients={(shown) => <EmailRecipientsTable campaign={shown} />}
    >
      {(shown, showPeople) => {
        const failed = shown.stats.failed + shown.stats.bounced_count;
        return (
          <>
            <CampaignProgress campaign={shown} kind="mails" {...emailProgress(shown.status_counts, shown.stats)} />
            <FigureCards>
              <EmailResults stats={shown.stats} />
              <LinkClicks links={shown.links} onShow={(n) => showPeople("clicked", String(n))} />
              <Failures title={texts.failed.title(failed)} failures={shown.failures} failed={failed} />
              <Brake brake={shown.brake} early={texts.brakeEarly(shown.brake.least)} />
              <LeftOut campaign={shown} onShow={(reason) => showPeople("skipped", reason)} />
            </FigureCards>
          </>
        );
      }}
    </CampaignPage>
  );
}

const hourMs = 3_600_000;
const isRecent = (sent_at: string | null) => sent_at !== null && Date.now() - Date.parse(sent_at) < hourMs;

const { figures: figureTexts } = texts;
const { definitions } = emailTexts;

const about = (label: string, definition: string) => <InfoTooltip about={label}>{definition}</InfoTooltip>;

/** What came of an email campaign. */
function EmailResults({ stats }: { stats: EmailCampaignStats }) {
  const { handed, delivered_count, unknown } = stats;
  const share = (count: number) => figureTexts.ofDelivered(percentText(count, delivered_count));
  const machine = stats.machine_opened_count > 0 ? figureTexts.machine(stats.machine_opened_count) : "";
  const shown = [
    {
      label: figureTexts.delivered,
      figure: shareText(stats.delivered, handed),
      compared: figureTexts.of(delivered_count, handed),
      about: about(figureTexts.delivered, definitions.delivered),
    },
    {
      label: figureTexts.opened,
      figure: shareText(stats.opened, delivered_count),
      compared: figureTexts.of(stats.opened_count, delivered_count) + machine,
      about: about(figureTexts.opened, definitions.opened),
    },
    {
      label: figureTexts.clicked,
      figure: shareText(stats.clicked, delivered_count),
      compared: figureTexts.of(stats.clicked_count, delivered_count),
      about: about(figureTexts.clicked, definitions.clicked),
    },
    {
      label: figureTexts.bounced,
      figure: shareText(stats.bounces, handed),
      compared: figureTexts.of(stats.bounced_count, handed),
      about: about(figureTexts.bounced, definitions.bounces),
    },
    { label: figureTexts.unsubscribed, figure: countText(stats.unsubscribes), compared: share(stats.unsubscribes) },
    { label: figureTexts.complained, figure: countText(stats.complaints), compared: share(stats.complaints) },
    { label: figureTexts.appointments, figure: countText(stats.appointments), compared: figureTexts.within },
    {
      label: figureTexts.unknown,
      figure: countText(unknown),
      compared: figureTexts.unknownCompared,
      about: about(figureTexts.unknown, figureTexts.unknownAbout),
    },
  ];
  return <FigureGrid figures={shown} />;
}

const { links: linkTexts } = texts;

interface LinkClicksProps {
  links: EmailCampaignDetail["links"];
  /** Opens the people who followed a link. */
  onShow: (n: number) => void;
}

/** How many people followed each link, in the order of the email; a link shows them in the table below. */
function LinkClicks({ links, onShow }: LinkClicksProps) {
  return (
    <section className={figures.card}>
      <div className={figures.head}>
        <h2>{linkTexts.title}</h2>
      </div>
      {links.length === 0 && <p>{linkTexts.none}</p>}
      <ul>
        {links.map(({ n, url, people, clicks, machine_clicks }) => (
          <li key={n}>
            <Anchor
              component="button"
              type="button"
              truncate
              miw={0}
              ta="start"
              title={url}
              aria-label={linkTexts.show(url)}
              onClick={() => onShow(n)}
            >
              {shownUrl(url)}
            </Anchor>
            <span
              title={[linkTexts.clicks(clicks), machine_clicks > 0 && linkTexts.machine(machine_clicks)]
                .filter(Boolean)
                .join(", ")}
            >
              <strong>{countText(people)}</strong> {linkTexts.people(people).replace(/^\S+ /, "")}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
