import { memo, Suspense } from "react";
import { Link } from "react-router";
import type { MenuItem } from "./menu.ts";
import classes from "./Navigation.module.css";

interface Props {
  item: MenuItem;
  /** The path of the screen whose entry is highlighted. */
  current: string | undefined;
  narrow: boolean;
  onNavigate: () => void;
}

/** One entry; hover or focus preloads its screen's code. */
export const NavigationLink = memo(function NavigationLink({ item, current, narrow, onNavigate }: Props) {
  const { icon: Icon, badge: Badge } = item;
  const preload = () => void item.component.preload().catch(() => undefined);
  return (
    <li>
      <Link
        to={item.to}
        className={classes.link}
        title={narrow ? item.label : undefined}
        aria-label={narrow ? item.label : undefined}
        aria-current={item.path === current ? "page" : undefined}
        onClick={onNavigate}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <span className={classes.icon} aria-hidden>
          <Icon size={18} stroke={1.75} />
        </span>
        {!narrow && <span className={classes.label}>{item.label}</span>}
        {Badge && (
          <span className={classes.badge}>
            <Suspense>
              <Badge />
            </Suspense>
          </span>
        )}
      </Link>
    </li>
  );
});
