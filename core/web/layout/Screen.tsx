import { ActionIcon, Title, VisuallyHidden } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import { type ReactNode, useContext, useEffect } from "react";
import { Link } from "react-router";
import { CommandButtons } from "./CommandButtons.tsx";
import classes from "./Screen.module.css";
import { ScreenBackContext } from "./screenBack.ts";
import { OtherCommands, type ScreenCommands } from "./screenCommands.ts";
import { shownTitle } from "./shownTitle.ts";

interface Props {
  title: string;
  /** What the screen shows, beside its heading: a day, for example. */
  beside?: ReactNode;
  /** What can be done here, as buttons beside the heading. */
  commands?: ScreenCommands;
  /** Anything else beside the heading. */
  actions?: ReactNode;
  /** One line under the heading. */
  about?: ReactNode;
  /** True: the screen takes the full height and has its own panes; only screen readers get the heading. */
  fill?: boolean;
  children: ReactNode;
}

const none: ScreenCommands["others"] & object = [];

/** The frame of every signed-in screen: heading, actions, content. */
export function Screen({ title, beside, commands, actions, about, fill, children }: Props) {
  const back = useContext(ScreenBackContext);
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
    <div className={classes.screen} data-main={commands?.main && true}>
      <div
        className={classes.head}
        data-filled={Boolean(about || actions || beside) || undefined}
        data-back={back && true}
      >
        {back && (
          <ActionIcon
            className={classes.back}
            variant="subtle"
            color="gray"
            size="lg"
            component={Link}
            to={back.to}
            aria-label={back.label}
          >
            <IconArrowLeft size={20} stroke={1.75} aria-hidden />
          </ActionIcon>
        )}
        <div className={classes.words}>
          <Title order={1} className={classes.title}>
            {title}
          </Title>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {beside && <div className={classes.beside}>{beside}</div>}
        {(actions || commands) && (
          <div className={classes.actions}>
            {actions}
            {commands && <CommandButtons {...commands} />}
          </div>
        )}
      </div>
      <OtherCommands value={commands?.others ?? none}>{children}</OtherCommands>
    </div>
  );
}
