import { ActionIcon } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Icon } from "#core/web/layout/screenDeclaration.ts";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import type { MenuOption } from "#core/web/menu/menuOption.ts";
import { useTime } from "#core/web/time/useTime.ts";
import type { TimelineEntry } from "../contract.ts";
import classes from "./TimelineLine.module.css";
import { timelineTexts as texts } from "./texts.ts";

/** An entry's icon, its words, and whatever can be done with it. */
export interface EntryLook {
  icon: Icon;
  /** In a few words, for screen readers and menus. */
  name: string;
  content: ReactNode;
  time?: string;
  menu?: readonly MenuOption[];
}

interface EntryLineProps {
  entry: TimelineEntry;
  look: EntryLook;
  isComing?: boolean | undefined;
}

/** An entry on the rail, with its menu and its time. */
export function Line({ entry, look, isComing }: EntryLineProps) {
  const time = useTime();
  const { icon: LineIcon, name, content, menu = [] } = look;
  return (
    <li className={classes.line} data-entry={entry.key} data-kind={entry.kind} tabIndex={-1} aria-label={name}>
      <span className={classes.icon} aria-hidden>
        <LineIcon size={14} stroke={1.75} />
      </span>
      <div className={classes.content}>{content}</div>
      <span className={classes.end}>
        {menu.length > 0 && (
          <DropMenu
            items={menu}
            position="bottom-end"
            trigger={
              <ActionIcon
                variant="subtle"
                color="gray"
                size="sm"
                className={classes.menu}
                aria-label={texts.actionsOf(name)}
              >
                <IconDots size={16} aria-hidden />
              </ActionIcon>
            }
          />
        )}
        <time className={classes.time} dateTime={entry.at} title={time.dateTime(entry.at)}>
          {look.time ?? (isComing ? time.dateTime(entry.at) : time.time(entry.at))}
        </time>
      </span>
    </li>
  );
}
