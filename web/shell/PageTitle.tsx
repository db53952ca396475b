import { useLocation } from "react-router";
import { useScreens } from "#core/web/layout/screenDeclaration.ts";
import { shownTitle } from "#core/web/layout/shownTitle.ts";
import { useObservable } from "#core/web/useStore.ts";
import classes from "./Header.module.css";
import { titleAt } from "./menu.ts";

/** The current screen's title, in a phone's header. Its heading in the page is there for screen readers. */
export function PageTitle() {
  const { pathname } = useLocation();
  const declared = titleAt(useScreens(), pathname);
  const shown = useObservable(shownTitle.now);
  return <span className={classes.title} aria-hidden data-title={shown ?? declared ?? ""} />;
}
