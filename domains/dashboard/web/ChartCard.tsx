import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { InfoTooltip } from "#core/web/feedback/InfoTooltip.tsx";
import cardClasses from "./ChartCard.module.css";

interface ChartCardProps {
  title: string;
  /** The definition, behind an (i). */
  info: string;
  /** Of twelve columns. */
  columns: 2 | 3 | 4 | 5 | 8;
  /** At the end of the heading. */
  note?: ReactNode;
  children: ReactNode;
}

/** A chart or a list of bars with its heading. */
export function ChartCard({ title, info, columns, note, children }: ChartCardProps) {
  const id = useId();
  return (
    <section className={cardClasses.card} data-columns={columns} aria-labelledby={id}>
      <div className={cardClasses.head}>
        <Title order={2} id={id} className={cardClasses.title}>
          {title}
        </Title>
        <InfoTooltip about={title}>{info}</InfoTooltip>
        {note && <span className={cardClasses.note}>{note}</span>}
      </div>
      {children}
    </section>
  );
}
