import { FocusTrap } from "@mantine/core";
import { useFocusReturn } from "@mantine/hooks";
import { IconWifiOff } from "@tabler/icons-react";
import { Suspense, useEffect, useMemo, useRef, useState } from "react";
import { matchPath, Outlet, useLocation } from "react-router";
import { lazyScreen, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { phone, useMedia } from "#core/web/layout/useMedia.ts";
import { useSession } from "#core/web/session/session.ts";
import { useStore } from "#core/web/useStore.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { useLinkedRecord } from "#domains/customers/redirects/web/public.tsx";
import { PushOffer, useDevicePush, useNotificationClicks } from "#domains/notifications/web/public.tsx";
import { Header } from "./Header.tsx";
import { Navigation } from "./Navigation.tsx";
import classes from "./Shell.module.css";
import { useLiveSession } from "./useLiveSession.ts";
import { useRefusal } from "./useRefusal.ts";
import { ZoneGate } from "./ZoneGate.tsx";

const VisitBanner = lazyScreen(() => import("#domains/admin/supportAccess/web/public.tsx"), "SupportAccessBanner");
const EmailProofBanner = lazyScreen(() => import("#domains/accounts/registration/web/public.tsx"), "EmailProofBanner");

/** The layout around every signed-in screen. */
export function Shell() {
  const person = useSession();
  const isPhone = useMedia(phone);
  const [collapsed, setCollapsed] = useCollapsedNavigation();
  const [isMenuOpen, setMenuOpen] = useState(false);
  const main = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef(pathname);
  const hasOwnHeader = useScreens().some(({ path, settings, ownPhoneHeader = settings !== undefined }) =>
    ownPhoneHeader ? matchPath(ownPhoneHeader === true ? path : ownPhoneHeader, pathname) : false,
  );
  const isDrawerOpen = isPhone && isMenuOpen;
  const [showMenu, hideMenu] = useMemo(() => [() => setMenuOpen(true), () => setMenuOpen(false)], []);
  const isStaff = person !== undefined && person.user_type !== "superadmin" && !person.visiting;
  useLiveSession();
  useRefusal();
  useDevicePush(isStaff ? person.auth_token : undefined);
  useNotificationClicks();
  useLinkedRecord(isStaff);
  useFocusReturn({ opened: isDrawerOpen });

  // Moves the focus into the new content after a navigation, as a page load would.
  useEffect(() => {
    if (lastPathname.current.split("/")[1] !== pathname.split("/")[1]) main.current?.focus({ preventScroll: true });
    lastPathname.current = pathname;
  }, [pathname]);

  useEffect(() => {
    if (!isDrawerOpen) return;
    const close = (event: KeyboardEvent) => event.key === "Escape" && hideMenu();
    window.addEventListener("keydown", close);
    return () => window.removeEventListener("keydown", close);
  }, [isDrawerOpen, hideMenu]);

  if (!person) return <Outlet />;
  return (
    <div className={classes.shell} data-collapsed={(!isPhone && collapsed) || undefined}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      {isDrawerOpen && <button type="button" className={classes.shade} tabIndex={-1} aria-hidden onClick={hideMenu} />}
      <FocusTrap active={isDrawerOpen}>
        <div className={classes.navigation} data-open={isDrawerOpen || undefined} inert={isPhone && !isMenuOpen}>
          <Navigation
            role={person.user_type}
            collapsed={collapsed}
            onCollapse={setCollapsed}
            isDrawer={isPhone}
            onClose={hideMenu}
          />
        </div>
      </FocusTrap>
      <div className={classes.body} data-own-header={hasOwnHeader || undefined} inert={isDrawerOpen}>
        <Header person={person} menuOpen={isDrawerOpen} onMenu={showMenu} />
        <OfflineBanner />
        {person.visiting && (
          <Suspense>
            <VisitBanner />
          </Suspense>
        )}
        {person.user_type === "dealer" && !person.visiting && <EmailProofNotice />}
        {isStaff && pathname.startsWith("/inbox") && <PushOffer />}
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <ZoneGate />
        </main>
      </div>
    </div>
  );
}

/** A component of its own, so that the profile's arrival renders no more than this. */
function EmailProofNotice() {
  const isNeeded = useProfile().data?.needs_email_proof ?? false;
  return (
    isNeeded && (
      <Suspense>
        <EmailProofBanner />
      </Suspense>
    )
  );
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/** Shown above the page while the device is offline. */
function OfflineBanner() {
  const isOnline = useStore(subscribe, () => navigator.onLine !== false);
  return (
    <div role="status">
      {!isOnline && (
        <p className={classes.offline}>
          <IconWifiOff size={16} aria-hidden /> You're offline. Texts you send now go out when you reconnect.
        </p>
      )}
    </div>
  );
}

const storageKey = "navigation";

/** Whether the navigation is collapsed to icons, stored in localStorage. */
function useCollapsedNavigation(): [boolean, (collapsed: boolean) => void] {
  const [collapsed, setCollapsed] = useState(() => localStorage.getItem(storageKey) === "collapsed");
  const store = (next: boolean) => {
    localStorage.setItem(storageKey, next ? "collapsed" : "expanded");
    setCollapsed(next);
  };
  return [collapsed, store];
}
