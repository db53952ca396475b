import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const component = lazyScreen(() => import("./ComposeScreen.tsx"), "ComposeScreen");

/** Agents don't send campaigns, so they don't see it. */
export const composeScreens = screens([
  {
    path: "/text-campaign/add",
    title: "New text campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/text-campaign",
    component,
  },
  {
    path: "/text-campaign/edit/:id",
    title: "Edit text campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/text-campaign",
    component,
  },
]);
