import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import type { FigureKey } from "../contract.ts";
import { definitions } from "../rules.ts";
import classes from "./ChartCard.module.css";

interface Props {
  title: string;
  /** The definition, behind an (i). */
  info: string;
  /** Of twelve columns. */
  columns: 2 | 3 | 4 | 5;
  /** At the end of the heading. */
  note?: ReactNode;
  children: ReactNode;
}

/** A chart or a list of bars with its heading. */
export function ChartCard({ title, info, columns, note, children }: Props) {
  const id = useId();
  return (
    <section className={classes.card} data-columns={columns} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        <InfoTooltip about={title}>{info}</InfoTooltip>
        {note && <span className={classes.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}

interface HeadFigureProps {
  figure: FigureKey;
  value: string;
  /** After the figure: "leads". */
  unit?: string;
  isSmall?: boolean;
  onOpen: (figure: FigureKey) => void;
}

/** A figure in a chart's head; it opens its rows. */
export function HeadFigure({ figure, value, unit, isSmall, onOpen }: HeadFigureProps) {
  return (
    <button
      type="button"
      className={classes.figure}
      data-small={isSmall || undefined}
      aria-label={`${definitions[figure].label}: ${value}`}
      onClick={() => onOpen(figure)}
    >
      <b>{value}</b> {unit}
    </button>
  );
}
