import { Suspense, useEffect } from "react";
import { matchPath, Navigate, useLocation } from "react-router";
import { allows } from "#core/people.ts";
import { signInPath } from "#core/web/layout/askedAddress.ts";
import { Land } from "#core/web/layout/Land.tsx";
import {
  pageTitle,
  requiredScreenPath,
  type ScreenDeclaration,
  useScreens,
} from "#core/web/layout/screenDeclaration.ts";
import { endHydration } from "#core/web/loading/hydration.tsx";
import { session, useSession } from "#core/web/session/session.ts";
import { replayEarlyInput } from "../prerendered/replayInput.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageLoader } from "./PageLoader.tsx";

/** Renders one screen: checks access, sets the document title, and shows a loader until its code has arrived. */
export function Page({ screen }: { screen: ScreenDeclaration }) {
  const person = useSession();
  const screens = useScreens();
  const { pathname, search, hash } = useLocation();
  const { path, title, roles, layout, component: Content } = screen;
  // False for a screen that frames the one at this address.
  const isInnermost = matchPath(path, pathname) !== null;

  useEffect(() => {
    if (isInnermost) document.title = pageTitle(title);
  }, [title, isInnermost]);

  // Who signed out on purpose leaves nothing to come back to.
  const asked = session.wasEndedOnPurpose() ? "/" : pathname + search + hash;
  if (roles !== "anyone" && !person) return <Navigate to={signInPath(asked)} replace />;
  if (person && !allows(roles, person.user_type)) return <Land person={person} />;
  const requiredPath = person && layout === "shell" && requiredScreenPath(person, screens);
  if (requiredPath) return <Navigate to={requiredPath} replace />;
  return (
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={<PageLoader />}>
        {/* Another location remounts the screen, because its state belongs to one location. */}
        <Content key={layout === "shell" ? person?.location_id : undefined} />
        {isInnermost && <TakenOver />}
      </Suspense>
    </ErrorBoundary>
  );
}

/** A sibling of the screen inside Suspense, so that its effect runs once the screen has rendered. */
function TakenOver() {
  useEffect(() => {
    replayEarlyInput();
    endHydration();
  }, []);
  return null;
}
