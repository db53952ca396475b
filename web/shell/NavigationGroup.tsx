import { IconChevronDown } from "@tabler/icons-react";
import { memo, useId, useState } from "react";
import type { MenuItem } from "./menu.ts";
import classes from "./Navigation.module.css";
import { NavigationLink } from "./NavigationLink.tsx";

interface Props {
  label: string;
  items: MenuItem[];
  /** The path of the screen whose entry is highlighted. */
  current: string | undefined;
  narrow: boolean;
  onNavigate: () => void;
}

/** Entries under one heading, open and highlighted while the current screen is one of them. */
export const NavigationGroup = memo(function NavigationGroup({ label, items, current, narrow, onNavigate }: Props) {
  const isCurrent = items.some(({ path }) => path === current);
  const [toggled, setToggled] = useState<boolean>();
  const id = useId();
  // Without room for headings, every entry is an icon of its own.
  if (narrow)
    return items.map((item) => (
      <NavigationLink key={item.path} item={item} current={current} narrow onNavigate={onNavigate} />
    ));

  const isOpen = toggled ?? isCurrent;
  const Icon = items.find(({ groupIcon }) => groupIcon)?.groupIcon ?? items[0]?.icon;
  return (
    <li className={classes.group}>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen}
        aria-controls={id}
        data-current={isCurrent || undefined}
        onClick={() => setToggled(!isOpen)}
      >
        <span className={classes.icon} aria-hidden>
          {Icon && <Icon size={18} stroke={1.75} />}
        </span>
        <span className={classes.label}>{label}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
      <ul id={id} className={classes.inner} hidden={!isOpen}>
        {items.map((item) => (
          <NavigationLink key={item.path} item={item} current={current} narrow={false} onNavigate={onNavigate} />
        ))}
      </ul>
    </li>
  );
});
