import { managers } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

const text = lazyScreen(() => import("./text/ComposeTextScreen.tsx"), "ComposeTextScreen");
const email = lazyScreen(() => import("./email/ComposeEmailScreen.tsx"), "ComposeEmailScreen");

/** Agents don't send campaigns, so they don't see it. */
export const composeScreens = screens([
  {
    path: "/text-campaign/add",
    title: "New text campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/text-campaign",
    ownPhoneHeader: "/text-campaign/add",
    component: text,
  },
  {
    path: "/text-campaign/edit/:id",
    title: "Edit text campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/text-campaign",
    ownPhoneHeader: "/text-campaign/edit/:id",
    component: text,
  },
  {
    path: "/email-campaign/add",
    title: "New email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    ownPhoneHeader: "/email-campaign/add",
    component: email,
  },
  {
    path: "/email-campaign/edit/:id",
    title: "Edit email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    ownPhoneHeader: "/email-campaign/edit/:id",
    component: email,
  },
]);
