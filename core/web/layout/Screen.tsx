import { Title, VisuallyHidden } from "@mantine/core";
import { type ReactNode, useEffect } from "react";
import classes from "./Screen.module.css";
import { shownTitle } from "./shownTitle.ts";

interface Props {
  title: string;
  /** Buttons beside the heading. */
  actions?: ReactNode;
  /** One line under the heading. */
  about?: ReactNode;
  /** True: the screen takes the full height and has its own panes; only screen readers get the heading. */
  fill?: boolean;
  children: ReactNode;
}

/** The frame of every signed-in screen: heading, actions, content. */
export function Screen({ title, actions, about, fill, children }: Props) {
  useEffect(() => shownTitle.set(title), [title]);
  if (fill) {
    return (
      <div className={classes.fill}>
        <VisuallyHidden component="h1">{title}</VisuallyHidden>
        {children}
      </div>
    );
  }
  return (
    <div className={classes.screen}>
      <div className={classes.head} data-filled={Boolean(about || actions) || undefined}>
        <div>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
