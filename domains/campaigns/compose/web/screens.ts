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
    ownPhoneHeader: true,
    component: text,
  },
  {
    path: "/text-campaign/edit/:id",
    title: "Edit text campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/text-campaign",
    ownPhoneHeader: true,
    component: text,
  },
  {
    path: "/email-campaign/add",
    title: "New email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    ownPhoneHeader: true,
    component: email,
  },
  {
    path: "/email-campaign/edit/:id",
    title: "Edit email campaign",
    roles: managers,
    layout: "shell",
    menuPath: "/email-campaign",
    ownPhoneHeader: true,
    component: email,
  },
]);
