import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./Section.module.css";

interface Props {
  title: string;
  /** Buttons or links beside the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** One topic of a page that has several. */
export function Section({ title, actions, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title}>
          {title}
        </Title>
        {actions}
      </div>
      {children}
    </section>
  );
}
