import { type ComponentProps, Suspense, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { usePersonalChoice } from "#core/web/session/usePersonalChoice.ts";

// In the page from the start: what is prerendered would wait for it without its looks.
import "./SavedViews.module.css";

const LazyViews = lazyNamed(() => import("./SavedViews.tsx"), "SavedViews");

/** Keeps what a screen shows under a name. */
export const AddViewDialog = lazyDialog(() => import("./ViewDialog.tsx"), "AddViewDialog");

/** Milliseconds after which a screen's rows have been shown. */
const afterRows = 2_000;

/**
 * The saved views of a screen as a row above its table. Its place is kept where it was shown the last time; elsewhere, its
 * code waits for the screen's own, unless something is filtered.
 */
export function SavedViews(props: Omit<ComponentProps<typeof LazyViews>, "place">) {
  const [lastShown, remember] = usePersonalChoice(`views of ${props.screen}`);
  const place = { wasShown: lastShown !== "", remember };
  const isFiltered = useLocation().search !== "";
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLater(true), afterRows);
    return () => clearTimeout(timer);
  }, []);
  if (!place.wasShown && !isFiltered && !isLater) return null;
  return (
    <Suspense fallback={place.wasShown && <div style={{ height: "2.625rem" }} />}>
      <LazyViews {...props} place={place} />
    </Suspense>
  );
}
