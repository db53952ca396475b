import { ActionIcon, Button } from "@mantine/core";
import { IconBookmark, IconChevronDown, IconDots, IconUsers } from "@tabler/icons-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import { countText } from "#core/count.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { useSend } from "#core/web/call/useSend.ts";
import { confirm } from "#core/web/dialog/confirm.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { DropMenu } from "#core/web/menu/DropMenu.tsx";
import { useFreshCalls } from "#core/web/realtime/realtime.ts";
import { usePersonalChoice } from "#core/web/session/usePersonalChoice.ts";
import { type SavedView, savedViewEvents, savedViews } from "../contract.ts";
import { screenOf, type ViewScreen, wholeOf } from "../fields.ts";
import { openedAddress, viewAddress } from "../rules.ts";
import classes from "./SavedViews.module.css";
import { viewTexts as texts } from "./texts.ts";

const AddViewDialog = lazyDialog(() => import("./ViewDialog.tsx"), "AddViewDialog");
const RenameViewDialog = lazyDialog(() => import("./ViewDialog.tsx"), "RenameViewDialog");

/** A view that everybody has, with what it counts. */
export interface FixedView {
  readonly label: string;
  readonly address: string;
  readonly count?: number | undefined;
}

interface Props {
  screen: ViewScreen;
  /** Come first. */
  fixed?: readonly FixedView[];
  /** Under which the screen's table remembers its columns. */
  columnsName?: string;
  /** Counts what each view shows, by its address. */
  useCounts?: (addresses: readonly string[]) => Readonly<Record<string, number>>;
  /** Whether the row was shown the last time, so that nothing moves while its views load. */
  place: { wasShown: boolean; remember: (shown: string) => void };
}

/** So many saved ones stand in the row; the rest are in a menu. */
const mostShown = 4;
/** In the inbox's narrow list. */
const mostInList = 2;

const noCounts = () => ({});

/** The saved views of a screen as a row above its table. Without any, and without a filter to save, it shows nothing. */
export function SavedViews({ screen, fixed = [], columnsName, useCounts = noCounts, place }: Props) {
  useFreshCalls([savedViews.list], savedViewEvents.changed);
  const { data } = useCall(savedViews.list, { body: { screen } });
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [columns] = usePersonalChoice(`columns ${columnsName ?? ""}`);
  const [dialog, setDialog] = useState<"add" | "rename">();
  const close = () => setDialog(undefined);
  const views = data?.views ?? [];
  const current = viewAddress(pathname + search);
  const isInbox = screen === "inbox";
  const active = views.find(({ id, address }) =>
    isInbox ? address === current : String(id) === new URLSearchParams(search).get("saved"),
  );
  const base = wholeOf(screen);
  const isWhole = current === base;
  const most = isInbox ? mostInList : mostShown;
  useOpeningView(data, isWhole && pathname === base && search === "", isInbox);

  const isFixed = fixed.some(({ address }) => address === current);
  const kept = active && !views.slice(0, most).includes(active) ? [active] : [];
  const shown = [...views.slice(0, most - kept.length), ...kept];
  const counts = useCounts(shown.map(({ address }) => address));
  useShownPlace(place, data && (views.length > 0 || fixed.length > 0));
  if (!data && place.wasShown) return <div className={classes.views} />;
  // The inbox saves what it shows by its filter's menu.
  if (views.length === 0 && fixed.length === 0 && (isWhole || isInbox)) return null;
  const hidden = views.filter((view) => !shown.includes(view));
  const whole = data?.opening_id ? `${base}?saved=0` : base;
  const toSave = columns !== "" && !current.includes("columns=") ? withColumns(current, columns) : current;
  return (
    <nav className={classes.views} data-narrow={isInbox || undefined} aria-label={texts.label}>
      {(fixed.length === 0 && !isInbox ? [{ label: texts.all, address: base }] : fixed).map(
        ({ label, address, count }: FixedView) => (
          <ViewLink key={address} to={address === base ? whole : address} isCurrent={!active && address === current}>
            {label}
            {count !== undefined && <span className={classes.count}>{countText(count)}</span>}
          </ViewLink>
        ),
      )}
      {shown.map((view) => (
        <ViewLink key={view.id} to={openedAddress(view)} isCurrent={view === active}>
          {view.is_shared === 1 && <IconUsers size={14} aria-label={texts.team} title={texts.ownedBy(view.owner)} />}
          <span className={classes.name} title={view.name}>
            {view.name}
          </span>
          {counts[view.address] !== undefined && (
            <span className={classes.count}>{countText(counts[view.address] ?? 0)}</span>
          )}
        </ViewLink>
      ))}
      <DropMenu
        items={hidden.map((view) => ({ name: String(view.id), label: view.name, to: openedAddress(view) }))}
        trigger={
          <button type="button" className={classes.view} aria-label={texts.moreLabel}>
            {texts.more(hidden.length)}
            <IconChevronDown size={14} aria-hidden />
          </button>
        }
      />
      {active && (
        <ViewMenu view={active} isOpening={data?.opening_id === active.id} onRename={() => setDialog("rename")} />
      )}
      {active && viewAddress(active.address) !== current && (
        <Changed view={active} address={current} onAdd={() => setDialog("add")} />
      )}
      {!active && !isWhole && !isFixed && !isInbox && (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconBookmark size={14} aria-hidden />}
          onClick={() => setDialog("add")}
        >
          {texts.saveView}
        </Button>
      )}
      <AddViewDialog
        opened={dialog === "add"}
        onClose={close}
        address={toSave}
        onSaved={(view) => navigate(openedAddress(view), { replace: true })}
      />
      {active && <RenameViewDialog opened={dialog === "rename"} onClose={close} view={active} />}
    </nav>
  );
}

const withColumns = (address: string, columns: string) =>
  viewAddress(`${address}${address.includes("?") ? "&" : "?"}columns=${encodeURIComponent(columns)}`);

function ViewLink({ to, isCurrent, children }: { to: string; isCurrent: boolean; children: ReactNode }) {
  return (
    <Link to={to} className={classes.view} aria-current={isCurrent || undefined}>
      {children}
    </Link>
  );
}

interface MenuProps {
  view: SavedView;
  isOpening: boolean;
  onRename: () => void;
}

/** What can be done with the view that is shown. */
function ViewMenu({ view, isOpening, onRename }: MenuProps) {
  const { id, name, address, is_shared } = view;
  const screen = screenOf(address) ?? "inbox";
  const navigate = useNavigate();
  const refreshes = { invalidates: [savedViews.list] };
  const change = useSend(savedViews.change, refreshes);
  const open = useSend(savedViews.open, refreshes);
  const remove = useSend(savedViews.remove, {
    ...refreshes,
    onSuccess: () => navigate(screen === "inbox" ? wholeOf(screen) : `${wholeOf(screen)}?saved=0`),
  });
  const share = () => change.mutate({ params: { id }, body: { name, address, is_shared: is_shared === 1 ? 0 : 1 } });
  const askToRemove = async () => {
    const text = is_shared === 1 ? texts.removeShared : texts.removeOwn;
    if (await confirm({ title: texts.removeTitle(name), text, action: texts.remove, danger: true }))
      remove.mutate({ params: { id } });
  };
  const ownItems =
    view.may_change === 1
      ? [
          { label: texts.rename, onClick: onRename },
          { label: is_shared === 1 ? texts.unshare : texts.share, onClick: share },
          { label: texts.remove, danger: true, onClick: () => void askToRemove() },
        ]
      : [];
  return (
    <DropMenu
      items={[
        {
          label: isOpening ? texts.opensPlain : texts.opensFirst,
          onClick: () => open.mutate({ body: { screen, view_id: isOpening ? null : id } }),
        },
        ...ownItems,
      ]}
      trigger={
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.options(name)}>
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      }
    />
  );
}

/** Says that the screen shows something else than its view, and what can be done about it. */
function Changed({ view, address, onAdd }: { view: SavedView; address: string; onAdd: () => void }) {
  const { id, name, is_shared, may_change } = view;
  const change = useSend(savedViews.change, { invalidates: [savedViews.list] });
  return (
    <>
      <span className={classes.changed}>{texts.changed}</span>
      {may_change === 1 && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={change.isPending}
          onClick={() => change.mutate({ params: { id }, body: { name, address, is_shared } })}
        >
          {texts.save}
        </Button>
      )}
      <Button variant="subtle" size="compact-sm" onClick={onAdd}>
        {texts.saveAsNew}
      </Button>
      <Button component={Link} to={openedAddress(view)} variant="subtle" color="gray" size="compact-sm">
        {texts.reset}
      </Button>
    </>
  );
}

/** @param isShown undefined until the views have come. */
function useShownPlace({ wasShown, remember }: Props["place"], isShown: boolean | undefined): void {
  useEffect(() => {
    if (isShown !== undefined && isShown !== wasShown) remember(isShown ? "shown" : "");
  }, [isShown, wasShown, remember]);
}

interface ListedViews {
  readonly views: readonly SavedView[];
  readonly opening_id: number | null;
}

/**
 * Opens the member's own first view wherever the screen is opened by its bare address. "All" has a query for that reason,
 * and so has every view whose filters were taken away.
 *
 * @param isOnce only as the screen opens, so that its own lists can be chosen afterward.
 */
function useOpeningView(data: ListedViews | undefined, isBare: boolean, isOnce: boolean): void {
  const navigate = useNavigate();
  const isPending = useRef(isBare || !isOnce);
  const opening = data?.views.find(({ id }) => id === data.opening_id);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (opening && isBare && isPending.current) navigate(openedAddress(opening), { replace: true });
    if (isOnce && (isKnown || !isBare)) isPending.current = false;
  }, [opening, isBare, isOnce, isKnown, navigate]);
}
