import type { ReactNode } from "react";
import classes from "./PanelSection.module.css";

interface Props {
  title: string;
  /** Of its heading: below a page's own, or below the name in a conversation's panel. */
  level?: 2 | 3;
  children: ReactNode;
}

/** A titled part of the panel beside a conversation, or beside a customer's timeline. */
export function PanelSection({ title, level = 3, children }: Props) {
  const Title = `h${level}` as const;
  return (
    <section className={classes.section} aria-label={title}>
      <Title className={classes.title}>{title}</Title>
      {children}
    </section>
  );
}
