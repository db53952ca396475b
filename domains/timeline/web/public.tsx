import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

/** Each needs a `Suspense` around it. */
export const CustomerTimeline = lazyNamed(() => import("./CustomerTimeline.tsx"), "CustomerTimeline");
export const RecentEntries = lazyNamed(() => import("./RecentEntries.tsx"), "RecentEntries");
export const WritingField = lazyNamed(() => import("./WritingField.tsx"), "WritingField");
