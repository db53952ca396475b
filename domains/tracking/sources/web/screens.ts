import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";

export const sourceReportScreens = screens([
  {
    path: "/call-tracking/sources",
    title: "Sources",
    roles: staff,
    layout: "shell",
    component: lazyScreen(() => import("./SourceReportScreen.tsx"), "SourceReportScreen"),
  },
]);
