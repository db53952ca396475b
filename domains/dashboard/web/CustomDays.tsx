import "@mantine/dates/styles.layer.css";
import { DateInput } from "@mantine/dates";
import { useKeyedState } from "#core/web/useKeyedState.ts";
import { dayProblemOf } from "../rules.ts";
import classes from "./CustomDays.module.css";
import { periodTexts } from "./texts.ts";
import { typedDay } from "./typedDay.ts";
import type { ChosenDays } from "./useDashboard.ts";

interface Props {
  days: ChosenDays;
  /** The location's. */
  today: string;
  /** Gets days that can be counted. */
  onChange: (days: ChosenDays) => void;
}

const longDay = new Intl.DateTimeFormat("en-US", { dateStyle: "full", timeZone: "UTC" });

/** The first and the last day of a custom period. What is wrong with them is said at the field, and nothing else changes. */
export function CustomDays({ days, today, onChange }: Props) {
  const [typed, setTyped] = useKeyedState(`${days.from} ${days.to}`, days);
  const problem = dayProblemOf(typed, today);
  const change = (part: Partial<ChosenDays>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    if (!dayProblemOf(next, today)) onChange(next);
  };
  const field = (name: keyof ChosenDays, label: string) => (
    <DateInput
      aria-label={label}
      placeholder="MM/DD/YYYY"
      valueFormat="MM/DD/YYYY"
      dateParser={typedDay}
      value={typed[name] || null}
      onChange={(day) => change({ [name]: day ?? "" })}
      error={problem?.field === name && problem.message}
      excludeDate={(day) => day > today}
      firstDayOfWeek={0}
      hideOutsideDates
      ariaLabels={periodTexts.calendar}
      getDayAriaLabel={(day) => longDay.format(new Date(`${day}T00:00:00Z`))}
      classNames={{ day: classes.day }}
      popoverProps={{ position: "bottom-end" }}
    />
  );
  return (
    <div className={classes.days}>
      {field("from", periodTexts.firstDay)}
      {field("to", periodTexts.lastDay)}
    </div>
  );
}
