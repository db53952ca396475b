import { nprogress } from "@mantine/nprogress";
import { Suspense, useEffect, useLayoutEffect } from "react";
import { Navigate, useLocation } from "react-router";
import { allows } from "#core/people.ts";
import { homeOf, pageTitle, type ScreenDeclaration, useScreens } from "#core/web/screen.ts";
import { useSession } from "#core/web/session.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { PageLoader } from "./PageLoader.tsx";

/** One screen at its address: who may see it, the page's title, the loader while it arrives. */
export function Page({ screen }: { screen: ScreenDeclaration }) {
  const person = useSession();
  const screens = useScreens();
  const { pathname } = useLocation();
  const { name, roles, component: Content } = screen;

  useEffect(() => {
    document.title = pageTitle(name);
  }, [name]);

  useLayoutEffect(() => {
    nprogress.start();
  }, []);

  if (roles !== "anyone" && !person) return <Navigate to="/login" replace />;
  if (person && !allows(roles, person.user_type)) return <Navigate to={homeOf(person.user_type, screens)} replace />;
  return (
    <ErrorBoundary resetOn={pathname}>
      <Suspense fallback={<PageLoader />}>
        <Content />
        <Arrived />
      </Suspense>
    </ErrorBoundary>
  );
}

/** Stands beside the screen, so that its effect runs when the screen is there. */
function Arrived() {
  useEffect(() => nprogress.complete(), []);
  return null;
}
