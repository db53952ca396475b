import { IconChevronDown } from "@tabler/icons-react";
import { useId, useState } from "react";
import { matchPath, useLocation } from "react-router";
import type { MenuItem } from "./menu.ts";
import classes from "./Navigation.module.css";
import { NavigationLink } from "./NavigationLink.tsx";

interface Props {
  label: string;
  items: MenuItem[];
  narrow: boolean;
  onGo: () => void;
}

/** Entries under one heading; open and highlighted while one of them is the current screen. */
export function NavigationGroup({ label, items, narrow, onGo }: Props) {
  const { pathname } = useLocation();
  const current = items.some(({ path }) => matchPath(path, pathname));
  const [chosen, setChosen] = useState<boolean>();
  const id = useId();
  // Where there is room for icons only, every entry is one.
  if (narrow) return items.map((item) => <NavigationLink key={item.path} item={item} narrow onGo={onGo} />);

  const open = chosen ?? current;
  const [first] = items;
  const Icon = first?.icon;
  return (
    <li>
      <button
        type="button"
        className={classes.link}
        aria-expanded={open}
        aria-controls={id}
        data-current={current || undefined}
        onClick={() => setChosen(!open)}
      >
        <span className={classes.icon} aria-hidden>
          {Icon && <Icon size={20} stroke={1.7} />}
        </span>
        <span className={classes.label}>{label}</span>
        <IconChevronDown size={16} className={classes.chevron} aria-hidden />
      </button>
      <ul id={id} className={classes.inner} hidden={!open}>
        {items.map((item) => (
          <NavigationLink key={item.path} item={item} narrow={false} onGo={onGo} />
        ))}
      </ul>
    </li>
  );
}
