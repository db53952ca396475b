import { MantineProvider } from "@mantine/core";
import { NavigationProgress } from "@mantine/nprogress";
import { IsRestoringProvider, QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { BrowserRouter, Navigate, Outlet, Route, Routes, useLocation } from "react-router";
import { Confirmations } from "#core/web/dialog/confirm.tsx";
import { Toasts } from "#core/web/feedback/toast.tsx";
import { NavigationGuard } from "#core/web/form/NavigationGuard.tsx";
import { signInPath } from "#core/web/layout/askedAddress.ts";
import { Land } from "#core/web/layout/Land.tsx";
import { type ScreenDeclaration, ScreensProvider, settingsPath } from "#core/web/layout/screenDeclaration.ts";
import { HydrationProvider, useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { useSession } from "#core/web/session/session.ts";
import { Reauthentications } from "#domains/accounts/twoFactor/web/public.tsx";
import { queryClient } from "./queryClient.ts";
import { AuthLayout } from "./shell/AuthLayout.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { Page } from "./shell/Page.tsx";
import { PageLoader } from "./shell/PageLoader.tsx";
import { loadSignedIn, useSignedIn } from "./signedIn.ts";
import { signInScreens } from "./signInScreens.ts";
import { cssVariablesResolver, theme } from "./theme.ts";

/** Pages with a frame have the theme's variables in their head already. */
const hasThemeStyle = !import.meta.env.SSR && document.head.querySelector("style[data-mantine-styles=true]") !== null;

interface Props {
  /** Replaces the browser router when the build prerenders a screen. */
  router?: ComponentType<{ children: ReactNode }>;
}

/** The whole application: providers around the domains' screens. */
export function App({ router: Router = BrowserRouter }: Props) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      defaultColorScheme="auto"
      withCssVariables={!hasThemeStyle}
    >
      <HydrationProvider>
        <ErrorBoundary>
          <QueryClientProvider client={queryClient}>
            <div aria-hidden>
              <NavigationProgress size={2} withinPortal={false} />
            </div>
            <Router>
              <NavigationGuard>
                <Suspense fallback={<PageLoader />}>
                  <DataAfterHydration>
                    <Pages />
                  </DataAfterHydration>
                </Suspense>
              </NavigationGuard>
            </Router>
          </QueryClientProvider>
        </ErrorBoundary>
      </HydrationProvider>
      {/* Portals render here, inside a landmark, so that screen readers can find them. */}
      <section id="floating" aria-label="Notifications and menus">
        <Toasts />
      </section>
    </MantineProvider>
  );
}

/** Keeps queries waiting until the screen is hydrated: answers that came before would differ from the frame. */
function DataAfterHydration({ children }: { children: ReactNode }) {
  return <IsRestoringProvider value={useIsPrerendered()}>{children}</IsRestoringProvider>;
}

const layoutNames = ["auth", "shell", "public"] as const;

/** Has the home screen fetched while somebody fills in the sign-in form. A failure shows when the screen is needed. */
const prepareHome = () =>
  void loadSignedIn()
    .then(({ preloadHome }) => preloadHome())
    .catch(() => undefined);

/** A screen at its path, framing those inside. */
const routeOf = (screen: ScreenDeclaration, inside: readonly ScreenDeclaration[] = []) => (
  <Route key={screen.path} path={screen.path} element={<Page key={screen.component.componentName} screen={screen} />}>
    {inside.map((one) => routeOf(one))}
  </Route>
);

function Pages() {
  const person = useSession();
  const signedIn = useSignedIn(person !== undefined);
  const screens = signedIn?.allScreens ?? signInScreens;
  const layouts = {
    auth: <AuthLayout onInput={prepareHome} />,
    shell: signedIn ? <signedIn.Shell /> : <Outlet />,
    public: <Outlet />,
  };
  return (
    <ScreensProvider value={screens}>
      <Routes>
        {layoutNames.map((layout) => (
          <Route key={layout} element={layouts[layout]}>
            {screens
              .filter((screen) => screen.layout === layout && !screen.settings)
              .map((screen) =>
                routeOf(screen, screen.path === settingsPath ? screens.filter(({ settings }) => settings) : []),
              )}
          </Route>
        ))}
        <Route path="*" element={<Home />} />
      </Routes>
      <Confirmations />
      <Reauthentications />
    </ScreensProvider>
  );
}

/** Where a person starts, or lands when the address asked for is named. Signing in leads back to an address asked for. */
function Home() {
  const person = useSession();
  const { pathname, search, hash } = useLocation();
  return person ? <Land person={person} /> : <Navigate to={signInPath(pathname + search + hash)} replace />;
}
