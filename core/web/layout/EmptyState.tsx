import type { ReactNode } from "react";
import classes from "./EmptyState.module.css";
import type { Icon } from "./screenDeclaration.ts";

interface Props {
  icon: Icon;
  /** One sentence: what will appear here. */
  children: ReactNode;
  /** One button: what to do next. */
  action?: ReactNode;
}

/** In place of a list that has nothing yet. */
export function EmptyState({ icon: EmptyIcon, children, action }: Props) {
  return (
    <div className={classes.empty}>
      <span className={classes.icon} aria-hidden>
        <EmptyIcon size={22} stroke={1.5} />
      </span>
      <p className={classes.text}>{children}</p>
      {action}
    </div>
  );
}
