import { FocusTrap } from "@mantine/core";
import { useFocusReturn, useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Outlet, useLocation } from "react-router";
import { load } from "#core/web/screen.ts";
import { useSession } from "#core/web/session.ts";
import { PushLine, useThisDevice } from "#domains/notifications/web/public.tsx";
import { Header } from "./Header.tsx";
import { Navigation } from "./Navigation.tsx";
import { OfflineBanner } from "./OfflineBanner.tsx";
import classes from "./Shell.module.css";
import { useFoldedNavigation } from "./useFoldedNavigation.ts";
import { useLiveSession } from "./useLiveSession.ts";

const VisitBanner = load(() => import("#domains/admin/visits/web/public.tsx"), "VisitBanner");

/** The frame around every signed-in screen. */
export function Shell() {
  const person = useSession();
  const phone = useMediaQuery("(max-width: 48em)", undefined, { getInitialValueInEffect: false }) ?? false;
  const [collapsed, setCollapsed] = useFoldedNavigation();
  const [open, setOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  const slidIn = phone && open;
  const [show, hide] = useMemo(() => [() => setOpen(true), () => setOpen(false)], []);
  const isStaff = person !== undefined && person.user_type !== "superadmin" && !person.visiting;
  useLiveSession();
  useThisDevice(isStaff ? person.auth_token : undefined);
  useFocusReturn({ opened: slidIn });

  // After a navigation the focus starts in the new content, as it would after loading a page.
  useEffect(() => {
    if (shown.current.split("/")[1] !== pathname.split("/")[1]) main.current?.focus({ preventScroll: true });
    shown.current = pathname;
  }, [pathname]);

  useEffect(() => {
    if (!slidIn) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && hide();
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [slidIn, hide]);

  if (!person) return <Outlet />;
  return (
    <div className={classes.shell} data-collapsed={(!phone && collapsed) || undefined}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {slidIn && <button type="button" className={classes.shade} tabIndex={-1} aria-hidden onClick={hide} />}
      <FocusTrap active={slidIn}>
        <div className={classes.navigation} data-open={slidIn || undefined} inert={phone && !open}>
          <Navigation
            role={person.user_type}
            collapsed={collapsed}
            onCollapse={setCollapsed}
            slides={phone}
            onClose={hide}
          />
        </div>
      </FocusTrap>
      <div className={classes.body} inert={slidIn}>
        <Header person={person} menuOpen={slidIn} onMenu={show} />
        <OfflineBanner />
        {person.visiting && (
          <Suspense>
            <VisitBanner />
          </Suspense>
        )}
        {isStaff && pathname.startsWith("/inbox") && <PushLine />}
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
