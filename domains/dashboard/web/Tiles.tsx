import { countText } from "#core/count.ts";
import { changeOf, type FigureChange } from "#core/web/figure/change.ts";
import { Sparkline } from "#core/web/figure/Sparkline.tsx";
import { Tile } from "#core/web/figure/Tile.tsx";
import { TileList } from "#core/web/figure/TileList.tsx";
import type { ContactsBefore, Dashboard, FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import { contactFigures, headlines } from "./figures.ts";
import { StripFigure } from "./StripFigure.tsx";
import classes from "./Tiles.module.css";
import { ToDo } from "./ToDo.tsx";
import { tileTexts } from "./texts.ts";

interface Props {
  data: Dashboard;
  /** How the contacts stood in the period before, once it is known. */
  before: ContactsBefore | null | undefined;
  location: "acting" | "all";
  onOpen: (figure: FigureKey) => void;
}

/** The headlines and the contact strip: one panel ruled by lines, two on a phone. */
export function Tiles({ data, before, location, onOpen }: Props) {
  return (
    <div className={classes.panel}>
      <TileList label="Headlines">
        {headlines.map((key) => (
          <Tile
            key={key}
            label={definitions[key].label}
            info={definitions[key].description}
            figure={countText(data[key])}
            {...comparedWith(key, data)}
            onOpen={() => onOpen(key)}
          >
            {key === "new_messages" && <Sparkline values={data.charts.received} />}
          </Tile>
        ))}
      </TileList>
      <ul className={classes.strip} aria-label="Contacts">
        {contactFigures.map((key) => (
          <StripFigure
            key={key}
            figure={key}
            value={data[key]}
            change={stripChange(key, data, before)}
            onOpen={onOpen}
          />
        ))}
      </ul>
      <ToDo data={data} location={location} onOpen={onOpen} />
    </div>
  );
}

/** The change since the period before (for appointments, the same weekday a week ago), or what the headline is part of. */
function comparedWith(key: (typeof headlines)[number], data: Dashboard): { change?: FigureChange; comparison: string } {
  const { previous } = data;
  if (key === "unread_messages") return { comparison: tileTexts.unreadIn(data.unread_conversations) };
  if (key === "pending_follow_up") return { comparison: tileTexts.waiting(data.pending_follow_up) };
  if (!previous) {
    const isMessages = key === "new_messages";
    const count = countText(isMessages ? data.replies_received : data.active_appointments);
    return { comparison: `${count} ${isMessages ? "are replies" : "upcoming"}` };
  }
  const change = changeOf(data[key], previous[key], "up");
  const before = `${countText(previous[key])}${key === "todays_appointments" ? " a week ago" : ""}`;
  return change ? { change, comparison: `from ${before}` } : { comparison: `same as ${before}` };
}

/** The change since the period before, in which each of them is counted as it was then. */
function stripChange(
  key: (typeof contactFigures)[number],
  { previous, ...data }: Dashboard,
  before: ContactsBefore | null | undefined,
): FigureChange | undefined {
  const then = { ...previous, ...before }[key];
  if (then === undefined) return undefined;
  return changeOf(data[key], then, key === "cold_contacts" || key === "no_response" ? "down" : "up");
}
