import { type ComponentType, Suspense } from "react";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";
import type { BusinessHoursProps } from "./BusinessHoursDialog.tsx";

export { WeekFields } from "./HoursFields.tsx";
export { formToHours, hoursToForm, timeName } from "./hoursForm.ts";

/** Loaded when first opened. */
export const BusinessHoursDialog: ComponentType<BusinessHoursProps> = lazyDialog(
  () => import("./BusinessHoursDialog.tsx"),
  "BusinessHoursDialog",
);

const LazyForm = lazyNamed(() => import("./BusinessHoursForm.tsx"), "BusinessHoursForm");

/** The same on a page. */
export function BusinessHoursForm({ locationId }: { locationId: number }) {
  return (
    <Suspense>
      <LazyForm locationId={locationId} />
    </Suspense>
  );
}
