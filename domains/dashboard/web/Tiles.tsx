import { countText } from "#core/count.ts";
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
  "inbound_leads",
  "total_conversations",
  "active_appointments",
  "average_response_time",
] as const;

interface Props {
  data: Dashboard;
  onOpen: (figure: FigureKey) => void;
}

/** The headline and contact figures, each with its definition. */
export function Tiles({ data, onOpen }: Props) {
  return (
    <>
      <ul className={classes.tiles} aria-label="Headlines">
        {headlines.map((key) => (
          <Tile key={key} figure={key} value={data[key]} onOpen={onOpen} isLarge />
        ))}
      </ul>
      <ul className={classes.tiles} data-small aria-label="Contacts">
        {contactFigures.map((key) => (
          <Tile key={key} figure={key} value={data[key]} onOpen={onOpen} />
        ))}
      </ul>
    </>
  );
}

interface TileProps {
  figure: FigureKey;
  value: number | string;
  onOpen: (figure: FigureKey) => void;
  isLarge?: boolean;
}

function Tile({ figure, value, onOpen, isLarge }: TileProps) {
  const { label, description } = definitions[figure];
  return (
    <li className={classes.tile} data-large={isLarge}>
      <button type="button" className={classes.open} onClick={() => onOpen(figure)}>
        <span className={classes.label}>{label}</span>{" "}
        <span className={classes.value}>{typeof value === "number" ? countText(value) : value}</span>
      </button>
      <p className={classes.means}>{description}</p>
    </li>
  );
}
