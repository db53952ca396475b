import { countText } from "#core/count.ts";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import { Tile } from "#core/web/figure/Tile.tsx";
import type { Dashboard, FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./Tiles.module.css";

const headlines = ["todays_appointments", "new_messages", "unread_messages", "pending_follow_up"] as const;

const contactFigures = [
  "new_contacts",
  "active_contacts",
  "appointment_scheduled",
  "cold_contacts",
  "no_response",
] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

/** The headlines and the contact strip: one panel ruled by lines, two on a phone. */
export function Tiles({ data, onOpen }: Props) {
  return (
    <div className={classes.panel}>
      <ul className={classes.headlines} aria-label="Headlines">
        {headlines.map((key) => (
          <li key={key}>
            <Tile
              label={definitions[key].label}
              info={definitions[key].description}
              figure={countText(data[key])}
              comparison={lineOf(key, data)}
              onOpen={() => onOpen(key)}
            />
          </li>
        ))}
      </ul>
      <ul className={classes.strip} aria-label="Contacts">
        {contactFigures.map((key) => (
          <StripFigure key={key} figure={key} value={data[key]} onOpen={onOpen} />
        ))}
      </ul>
    </div>
  );
}

/** What the headline is part of. */
function lineOf(key: (typeof headlines)[number], data: Dashboard): string {
  const lines = {
    todays_appointments: `${countText(data.active_appointments)} upcoming`,
    new_messages: `${countText(data.replies_received)} are replies`,
    unread_messages: "Right now",
    pending_follow_up: "Right now",
  };
  return lines[key];
}

interface StripFigureProps {
  figure: FigureKey;
  value: number;
  onOpen: (figure: FigureKey) => void;
}

function StripFigure({ figure, value, onOpen }: StripFigureProps) {
  const { label, description } = definitions[figure];
  const shown = countText(value);
  return (
    <li className={classes.contact}>
      <span className={classes.label}>
        {label} <InfoTooltip about={label}>{description}</InfoTooltip>
      </span>
      <button type="button" className={classes.value} aria-label={`${label}: ${shown}`} onClick={() => onOpen(figure)}>
        {shown}
      </button>
    </li>
  );
}
