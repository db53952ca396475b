import { ActionIcon } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand, IconX } from "@tabler/icons-react";
import { useMemo } from "react";
import { Link, useLocation } from "react-router";
import type { Role } from "#core/people.ts";
import { homePath, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { useSession } from "#core/web/session/session.ts";
import { Logo } from "./Logo.tsx";
import { currentEntry, menuOf } from "./menu.ts";
import classes from "./Navigation.module.css";
import { NavigationGroup } from "./NavigationGroup.tsx";
import { NavigationLink } from "./NavigationLink.tsx";
import { SchemeSwitch } from "./SchemeSwitch.tsx";

interface Props {
  role: Role;
  collapsed: boolean;
  onCollapse: (collapsed: boolean) => void;
  /** On a phone the navigation is a drawer over the page. */
  isDrawer: boolean;
  onClose: () => void;
}

/** The left navigation, built from the screens' declarations. */
export function Navigation({ role, collapsed, onCollapse, isDrawer, onClose }: Props) {
  const screens = useScreens();
  const isSupport = useSession()?.visiting ?? false;
  const parts = useMemo(() => menuOf(screens, role, isSupport), [screens, role, isSupport]);
  const { pathname } = useLocation();
  const current = useMemo(() => currentEntry(screens, pathname), [screens, pathname]);
  const isNarrow = collapsed && !isDrawer;
  const ToggleIcon = collapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <nav className={classes.navigation} aria-label="Main" data-narrow={isNarrow || undefined}>
      <div className={classes.top}>
        <Link to={homePath(role, screens)} className={classes.brand} aria-label="Rooftop, start page" onClick={onClose}>
          <Logo />
          {!isNarrow && <span>Rooftop</span>}
        </Link>
        {isDrawer && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label="Close menu" onClick={onClose}>
            <IconX size={20} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <ul className={classes.list}>
        {parts.map((part) =>
          "item" in part ? (
            <NavigationLink
              key={part.item.path}
              item={part.item}
              current={current}
              narrow={isNarrow}
              onNavigate={onClose}
            />
          ) : (
            <NavigationGroup
              key={part.group}
              label={part.group}
              items={part.items}
              current={current}
              narrow={isNarrow}
              onNavigate={onClose}
            />
          ),
        )}
      </ul>
      {isDrawer ? (
        <div className={classes.foot}>
          <span>Theme</span>
          <SchemeSwitch />
        </div>
      ) : (
        <button
          type="button"
          className={classes.fold}
          aria-label={collapsed ? "Expand navigation" : "Collapse navigation"}
          aria-expanded={!collapsed}
          onClick={() => onCollapse(!collapsed)}
        >
          <ToggleIcon size={18} stroke={1.75} aria-hidden />
          {!isNarrow && <span>Collapse</span>}
        </button>
      )}
    </nav>
  );
}
