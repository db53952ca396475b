import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

export { DueBadge } from "./Cells.tsx";
export { LeadsOfCustomer } from "./CustomerLeads.tsx";
export { dayWord } from "./leadWords.ts";
export { MovesOn } from "./MovesOn.tsx";

export { moveText } from "./texts.ts";

/** Needs a `Suspense` around it. */
export const LeadBand = lazyNamed(() => import("./LeadBand.tsx"), "LeadBand");
export const LeadDialog = lazyDialog(() => import("./LeadDialog.tsx"), "LeadDialog");
