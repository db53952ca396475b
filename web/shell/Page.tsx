import { Suspense, useEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { allows } from "#core/people.ts";
import { firstOf, pageTitle, type ScreenDeclaration, startOf, useScreens } from "#core/web/screen.ts";
import { useSession } from "#core/web/session.ts";
import { adoptDrawn } from "../drawn/adopt.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageLoader } from "./PageLoader.tsx";

/** One screen at its address: who may see it, the page's title, the loader while it arrives. */
export function Page({ screen }: { screen: ScreenDeclaration }) {
  const person = useSession();
  const screens = useScreens();
  const { pathname } = useLocation();
  const { name, roles, layout, component: Content } = screen;

  useEffect(() => {
    document.title = pageTitle(name);
  }, [name]);

  if (roles !== "anyone" && !person) return <Navigate to="/login" replace />;
  if (person && !allows(roles, person.user_type)) return <Navigate to={startOf(person, screens)} replace />;
  const first = person && layout === "shell" && firstOf(person, screens);
  if (first) return <Navigate to={first} replace />;
  return (
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={<PageLoader />}>
        {/* What belongs to a location begins anew at another one. */}
        <Content key={layout === "shell" ? person?.location_id : undefined} />
        <Arrived />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Stands beside the screen, so that its effect runs when the screen is there. */
function Arrived() {
  useEffect(() => {
    adoptDrawn();
  }, []);
  return null;
}
