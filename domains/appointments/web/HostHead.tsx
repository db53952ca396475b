import { IconUserQuestion } from "@tabler/icons-react";
import { Initials } from "#core/web/layout/Initials.tsx";
import { calendarTexts as texts } from "./calendarTexts.ts";
import classes from "./HostGrid.module.css";
import { type HostColumn, offFrom } from "./hostColumns.ts";
import { shortFace } from "./hostTexts.ts";

interface Props {
  column: HostColumn;
  hours: { readonly opens: number; readonly closes: number } | null;
  isToday: boolean;
}

/** The head of a column: who it is, and how much they have that day. */
export function HostHead({ column, hours, isToday }: Props) {
  const { person, count } = column;
  const off = person && offFrom(column, hours);
  const many = person ? texts.countOf(count, isToday) : texts.toPlace(count);
  const about = off === undefined ? many : off === "all" ? texts.offAllDay : texts.offFrom(many, shortFace(off));
  return (
    <div className={classes.head}>
      {person ? (
        <Initials initials={person.name_initials} seed={person.id} image={person.user_image} size={28} />
      ) : (
        <span className={classes.nobody} aria-hidden>
          <IconUserQuestion size={16} />
        </span>
      )}
      <div className={classes.who}>
        <h3 className={classes.name} title={person?.name}>
          {person?.name ?? texts.unassigned}
        </h3>
        <p className={classes.about}>{about}</p>
      </div>
    </div>
  );
}
