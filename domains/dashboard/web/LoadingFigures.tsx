import { Skeleton, VisuallyHidden } from "@mantine/core";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import { definitions } from "../rules.ts";
import { ChartCard } from "./ChartCard.tsx";
import chartClasses from "./Charts.module.css";
import classes from "./DashboardScreen.module.css";
import { contactFigures, headlines } from "./figures.ts";
import { StripItem } from "./StripFigure.tsx";
import tileClasses from "./Tiles.module.css";
import { funnelTexts } from "./texts.ts";

/** The charts in their order, as `Charts` has them. */
const charts = [
  { title: "Leads vs Serviced", info: definitions.leads_serviced.description, columns: 4 },
  { title: "Activity", info: "Texts and calls from customers, and texts your team sent.", columns: 5 },
  { title: "Message Funnel", info: funnelTexts.info, columns: 3 },
  { title: "Source Type", info: "Where the period's new contacts came from.", columns: 3 },
  { title: "Appointments", info: definitions.appointments_in_period.description, columns: 4 },
  { title: "Appointments Type", info: definitions.appointments_in_period.description, columns: 2 },
  { title: "Average Response Time", info: definitions.average_response_time.description, columns: 3 },
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
