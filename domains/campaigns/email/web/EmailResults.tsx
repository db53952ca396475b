import { countText } from "#core/count.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { FigureGrid } from "../../web/campaignFigures.tsx";
import { percentText } from "../../web/campaignStatus.ts";
import type { EmailCampaignStats } from "../contract.ts";
import { shareText } from "./emailFigures.ts";
import { emailDetailTexts, emailTexts } from "./texts.ts";

const { figures: texts } = emailDetailTexts;
const { definitions } = emailTexts;

const about = (label: string, definition: string) => <InfoTooltip about={label}>{definition}</InfoTooltip>;

/** What came of an email campaign. */
export function EmailResults({ stats }: { stats: EmailCampaignStats }) {
  const { handed, delivered_count, unknown } = stats;
  const share = (count: number) => texts.ofDelivered(percentText(count, delivered_count));
  const machine = stats.machine_opened_count > 0 ? texts.machine(stats.machine_opened_count) : "";
  const shown = [
    {
      label: texts.delivered,
      figure: shareText(stats.delivered, handed),
      compared: texts.of(delivered_count, handed),
      about: about(texts.delivered, definitions.delivered),
    },
    {
      label: texts.opened,
      figure: shareText(stats.opened, delivered_count),
      compared: texts.of(stats.opened_count, delivered_count) + machine,
      about: about(texts.opened, definitions.opened),
    },
    {
      label: texts.clicked,
      figure: shareText(stats.clicked, delivered_count),
      compared: texts.of(stats.clicked_count, delivered_count),
      about: about(texts.clicked, definitions.clicked),
    },
    {
      label: texts.bounced,
      figure: shareText(stats.bounces, handed),
      compared: texts.of(stats.bounced_count, handed),
      about: about(texts.bounced, definitions.bounces),
    },
    { label: texts.unsubscribed, figure: countText(stats.unsubscribes), compared: share(stats.unsubscribes) },
    { label: texts.complained, figure: countText(stats.complaints), compared: share(stats.complaints) },
    { label: texts.appointments, figure: countText(stats.appointments), compared: texts.within },
    {
      label: texts.unknown,
      figure: countText(unknown),
      compared: texts.unknownCompared,
      about: about(texts.unknown, texts.unknownAbout),
    },
  ];
  return <FigureGrid figures={shown} />;
}
