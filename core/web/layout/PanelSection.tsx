import type { ReactNode } from "react";
import classes from "./PanelSection.module.css";

/** A titled part of the panel beside a conversation. */
export function PanelSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.section} aria-label={title}>
      <h3 className={classes.title}>{title}</h3>
      {children}
    </section>
  );
}
