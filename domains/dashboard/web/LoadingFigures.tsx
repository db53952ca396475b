import { Skeleton, VisuallyHidden } from "@mantine/core";
import { countText } from "#core/count.ts";
import type { FigureChange } from "#core/web/figure/change.ts";
import { ChangeText, Tile, TileList } from "#core/web/figure/Tile.tsx";
import type { FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import { ChartCard } from "./ChartCard.tsx";
import chartClasses from "./Charts.module.css";
import classes from "./DashboardScreen.module.css";
import { leadTexts } from "./leads/texts.ts";
import { StripItem } from "./StripItem.tsx";
import tileClasses from "./Tiles.module.css";
import { funnelTexts } from "./texts.ts";

/** The charts in their order, as `Charts` has them. */
const charts = [
  { title: leadTexts.vsServiced, info: leadTexts.vsServicedInfo, columns: 4 },
  { title: "Activity", info: "Texts and calls from customers, and texts your team sent.", columns: 5 },
  { title: "Message Funnel", info: funnelTexts.info, columns: 3 },
  { title: "Source Type", info: "Where the period's new contacts came from.", columns: 3 },
  { title: "Appointments", info: definitions.appointments_in_period.description, columns: 4 },
  { title: "Appointments Type", info: definitions.appointments_in_period.description, columns: 2 },
  { title: "Average Response Time", info: definitions.average_response_time.description, columns: 3 },
  { title: leadTexts.steps, info: leadTexts.stepsInfo, columns: 4 },
  { title: leadTexts.sources, info: leadTexts.sourcesInfo, columns: 8 },
] as const;

/** All of the screen but its figures: it is there with the page itself, and nothing moves when they come. */
export function LoadingFigures() {
  return (
    <div className={classes.dashboard}>
      <VisuallyHidden role="status">Loading</VisuallyHidden>
      <div className={tileClasses.panel}>
        <TileList label="Headlines">
          {headlines.map((key) => (
            <Tile key={key} label={definitions[key].label} info={definitions[key].description} />
          ))}
        </TileList>
        <ul className={tileClasses.strip} aria-label="Contacts">
          {contactFigures.map((key) => (
            <StripItem key={key} label={definitions[key].label} info={definitions[key].description}>
              <Skeleton width={32} height={14} my={5} />
            </StripItem>
          ))}
        </ul>
      </div>
      <div className={chartClasses.charts}>
        {charts.map((chart) => (
          <ChartCard key={chart.title} {...chart}>
            <Skeleton height={214} mt="xs" />
          </ChartCard>
        ))}
      </div>
    </div>
  );
}

interface Props {
  figure: FigureKey;
  /** What the strip calls it, where the figure's own label needs its chart's title. */
  label?: string;
  value: number;
  change?: FigureChange | undefined;
  onOpen: (figure: FigureKey) => void;
}

/** A figure of a strip with its change; it opens its rows. */
export function StripFigure({ figure, label = definitions[figure].label, value, change, onOpen }: Props) {
  const { description } = definitions[figure];
  const shown = countText(value);
  return (
    <StripItem label={label} info={description}>
      <button
        type="button"
        className={tileClasses.value}
        aria-label={`${label}: ${shown}`}
        onClick={() => onOpen(figure)}
      >
        {shown}
      </button>
      {change && <ChangeText change={change} />}
    </StripItem>
  );
}

/** The four large figures. */
export const headlines = ["todays_appointments", "new_messages", "unread_messages", "pending_follow_up"] as const;

/** The strip of contacts below them. */
export const contactFigures = [
  "new_contacts",
  "active_contacts",
  "appointment_scheduled",
  "cold_contacts",
  "no_response",
] as const;
