import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import type { Role } from "#core/people.ts";
import { homeOf, useScreens } from "#core/web/screen.ts";
import { Mark } from "./Mark.tsx";
import { currentEntry, menuOf } from "./menu.ts";
import classes from "./Navigation.module.css";
import { NavigationGroup } from "./NavigationGroup.tsx";
import { NavigationLink } from "./NavigationLink.tsx";

interface Props {
  role: Role;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  /** On a phone it lies over the page. */
  slides: boolean;
  onClose: () => void;
}

/** The left navigation, made of what the screens declare. */
export function Navigation({ role, collapsed, onCollapse, slides, onClose }: Props) {
  const screens = useScreens();
  const parts = useMemo(() => menuOf(screens, role), [screens, role]);
  const { pathname } = useLocation();
  const current = useMemo(() => currentEntry(screens, pathname), [screens, pathname]);
  const narrow = collapsed && !slides;
  const Fold = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classes.navigation} aria-label="Main" data-narrow={narrow || undefined}>
      <div className={classes.top}>
        <Link to={homeOf(role, screens)} className={classes.brand} aria-label="Rooftop, start page" onClick={onClose}>
          <Mark />
          {!narrow && <span>Rooftop</span>}
        </Link>
        {slides && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Close menu" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <ul className={classes.list}>
        {parts.map((part) =>
          "item" in part ? (
            <NavigationLink key={part.item.path} item={part.item} current={current} narrow={narrow} onGo={onClose} />
          ) : (
            <NavigationGroup
              key={part.group}
              label={part.group}
              items={part.items}
              current={current}
              narrow={narrow}
              onGo={onClose}
            />
          ),
        )}
      </ul>
      {!slides && (
        <button
          type="button"
          className={classes.fold}
          aria-label={collapsed ? "Expand navigation" : "Collapse navigation"}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          <Fold size={20} stroke={1.7} aria-hidden />
          {!narrow && <span>Collapse</span>}
        </button>
      )}
    </nav>
  );
}
