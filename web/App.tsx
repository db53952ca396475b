import { MantineProvider } from "@mantine/core";
import { NavigationProgress } from "@mantine/nprogress";
import { QueryClientProvider } from "@tanstack/react-query";
import { type ComponentType, type ReactNode, Suspense } from "react";
import { BrowserRouter, Navigate, Outlet, Route, Routes } from "react-router";
import { Confirmations } from "#core/web/dialog/confirm.tsx";
import { Toasts } from "#core/web/feedback/toast.tsx";
import { NavigationGuard } from "#core/web/form/NavigationGuard.tsx";
import { Land } from "#core/web/layout/Land.tsx";
import { homePath, ScreensProvider } from "#core/web/layout/screenDeclaration.ts";
import { useSession } from "#core/web/session/session.ts";
import { Reauthentications } from "#domains/accounts/reauthentication/web/public.tsx";
import { queryClient } from "./queryClient.ts";
import { allScreens, domainScreens, preloadScreen, Shell } from "./screens.ts";
import { AuthLayout } from "./shell/AuthLayout.tsx";
import { ErrorBoundary } from "./shell/ErrorBoundary.tsx";
import { Page } from "./shell/Page.tsx";
import { PageLoader } from "./shell/PageLoader.tsx";
import { cssVariablesResolver, theme } from "./theme.ts";

const layouts = {
  // Preloads the home screen while somebody fills in the sign-in form.
  auth: <AuthLayout onInput={() => preloadScreen(homePath("dealer", domainScreens))} />,
  shell: (
    <Suspense fallback={<PageLoader />}>
      <Shell />
    </Suspense>
  ),
  public: <Outlet />,
} as const;

interface Props {
  /** Replaces the browser router when the build prerenders a screen. */
  router?: ComponentType<{ children: ReactNode }>;
}

/** The whole application: providers around the domains' screens. */
export function App({ router: Router = BrowserRouter }: Props) {
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariablesResolver} defaultColorScheme="auto">
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <div aria-hidden>
            <NavigationProgress size={2} withinPortal={false} />
          </div>
          <Router>
            <NavigationGuard>
              <ScreensProvider value={allScreens}>
                <Pages />
                <Confirmations />
                <Reauthentications />
              </ScreensProvider>
            </NavigationGuard>
          </Router>
        </QueryClientProvider>
      </ErrorBoundary>
      {/* Portals render here, inside a landmark, so that screen readers can find them. */}
      <section id="floating" aria-label="Notifications and menus">
        <Toasts />
      </section>
    </MantineProvider>
  );
}

function Pages() {
  return (
    <Routes>
      {(["auth", "shell", "public"] as const).map((layout) => (
        <Route key={layout} element={layouts[layout]}>
          {allScreens
            .filter((screen) => screen.layout === layout)
            .map((screen) => (
              <Route key={screen.path} path={screen.path} element={<Page key={screen.name} screen={screen} />} />
            ))}
        </Route>
      ))}
      <Route path="/dashboard" element={<Home />} />
      <Route path="*" element={<Home />} />
    </Routes>
  );
}

/** Where a person starts, or lands when the address asked for is named. */
function Home() {
  const person = useSession();
  return person ? <Land person={person} /> : <Navigate to="/login" replace />;
}
