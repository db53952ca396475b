import { Title } from "@mantine/core";
import { IconChevronRight } from "@tabler/icons-react";
import { type RefObject, Suspense, useEffect, useId, useRef } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { ScreenBackContext } from "#core/web/layout/screenBack.ts";
import { settingsPath, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { type SettingsPage, settingsGroups, settingsPages } from "#core/web/layout/settingsPages.ts";
import { useMedia } from "#core/web/layout/useMedia.ts";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { type Session, useSession } from "#core/web/session/session.ts";
import classes from "./SettingsScreen.module.css";
import { settingsTexts as texts } from "./texts.ts";
import { settingsTitles as titles } from "./titles.ts";

/** Too narrow for the list beside a page; also in `SettingsScreen.module.css` and `Screen.module.css`. */
const narrow = "(max-width: 62em)";

const back = { to: settingsPath, label: texts.back };

/** The settings' pages with the list of them in a column beside; where there's no room, the list opens the pages. */
export function SettingsScreen() {
  const person = useSession();
  const screens = useScreens();
  const { pathname } = useLocation();
  const isNarrow = useMedia(narrow);
  const isPrerendered = useIsPrerendered();
  const list = useRef<HTMLElement>(null);
  const isList = pathname.replace(/\/$/, "") === settingsPath;
  useStartOfPage(list, isList && isNarrow, isNarrow);
  if (!person) return null;
  const pages = settingsPages(person, screens);
  const first = pages[0]?.path;
  return (
    <div className={classes.frame} data-list={isList || undefined}>
      {isList && (
        <Title order={1} className={classes.title}>
          {titles.all}
        </Title>
      )}
      {(isList || !isNarrow) && <SettingsList list={list} person={person} pages={pages} current={pathname} />}
      <div className={classes.page}>
        <ScreenBackContext value={back}>
          <Outlet />
        </ScreenBackContext>
      </div>
      {isList && !isNarrow && !isPrerendered && first && <Navigate to={first} replace />}
    </div>
  );
}

/** Each page starts at its top. Where pages and list take turns, the focus goes along: to the page, or to its row. */
function useStartOfPage(list: RefObject<HTMLElement | null>, isList: boolean, isNarrow: boolean) {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  useEffect(() => {
    const before = last.current;
    last.current = pathname;
    if (before === pathname) return;
    const main = document.getElementById("main");
    main?.scrollTo({ top: 0 });
    if (!isNarrow) return;
    const row = isList ? list.current?.querySelector<HTMLElement>(`a[href="${before}"]`) : undefined;
    if (row) row.focus();
    else main?.focus({ preventScroll: true });
  }, [pathname, list, isList, isNarrow]);
}

interface Props {
  list: RefObject<HTMLElement | null>;
  person: Session;
  pages: readonly SettingsPage[];
  current: string;
}

/** The pages that the person may open, under the names of whom they are about. */
function SettingsList({ list, person, pages, current }: Props) {
  const id = useId();
  const names = {
    you: texts.groups.you,
    location: person.location || texts.groups.location,
    business: person.business_name || texts.groups.business,
  };
  const groups = settingsGroups
    .map((group) => ({ group, entries: pages.filter(({ settings }) => settings.group === group) }))
    .filter(({ entries }) => entries.length > 0);
  return (
    <nav ref={list} aria-label={titles.all} className={classes.column}>
      <div className={classes.list}>
        {groups.map(({ group, entries }) => (
          <div key={group} className={classes.group}>
            <p id={`${id}-${group}`}>{names[group]}</p>
            <ul aria-labelledby={`${id}-${group}`}>
              {entries.map((page) => (
                <Entry key={page.path} page={page} isCurrent={page.path === current} />
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}

function Entry({ page, isCurrent }: { page: SettingsPage; isCurrent: boolean }) {
  const { path, title, component, settings } = page;
  const { alert: Alert } = settings;
  const preload = () => void component.preload().catch(() => undefined);
  return (
    <li>
      <Link
        to={path}
        className={classes.entry}
        aria-current={isCurrent ? "page" : undefined}
        onPointerEnter={preload}
        onFocus={preload}
      >
        <span className={classes.label}>{title}</span>
        {Alert && (
          <Suspense>
            <Alert />
          </Suspense>
        )}
        <IconChevronRight size={16} stroke={1.75} className={classes.chevron} aria-hidden />
      </Link>
    </li>
  );
}
