import { Title } from "@mantine/core";
import { type ReactNode, useId } from "react";
import classes from "./SettingsScreen.module.css";

interface Props {
  title: string;
  about?: ReactNode;
  children: ReactNode;
}

/** A section of the settings: title and description beside the controls. */
export function SettingsSection({ title, about, children }: Props) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div>
        <Title order={2} id={id}>
          {title}
        </Title>
        {about && <p>{about}</p>}
      </div>
      <div className={classes.content}>{children}</div>
    </section>
  );
}
