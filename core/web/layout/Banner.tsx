import type { ReactNode } from "react";
import classes from "./Banner.module.css";
import type { Icon } from "./screenDeclaration.ts";

interface Props {
  /** For screen readers. */
  label: string;
  color: "yellow" | "orange";
  icon: Icon;
  /** A button at its end. */
  action: ReactNode;
  children: ReactNode;
}

/** A notice of one line above every page. */
export function Banner({ label, color, icon: BannerIcon, action, children }: Props) {
  return (
    <section aria-label={label} className={classes.banner} data-color={color}>
      <BannerIcon size={18} aria-hidden />
      <p className={classes.words}>{children}</p>
      {action}
    </section>
  );
}
