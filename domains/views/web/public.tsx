import { type ComponentProps, Suspense } from "react";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import { usePersonalChoice } from "#core/web/session/usePersonalChoice.ts";

// In the page from the start: what is prerendered would wait for it without its looks.
import "./SavedViews.module.css";

const LazyViews = lazyNamed(() => import("./SavedViews.tsx"), "SavedViews");

/** The saved views of a screen as a row above its table. Its place is kept where it was shown the last time. */
export function SavedViews(props: Omit<ComponentProps<typeof LazyViews>, "place">) {
  const [lastShown, remember] = usePersonalChoice(`views of ${props.screen}`);
  const place = { wasShown: lastShown !== "", remember };
  return (
    <Suspense fallback={place.wasShown && <div style={{ height: "2.625rem" }} />}>
      <LazyViews {...props} place={place} />
    </Suspense>
  );
}
