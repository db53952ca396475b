import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";

export { CalendarView } from "./CalendarView.tsx";
export { statusLooks } from "./Cells.tsx";
export { calendarTexts } from "./calendarTexts.ts";
export { DayNavigation } from "./DayNavigation.tsx";
export { lengthChoices } from "./HostFields.tsx";
export { useAppointmentDialogs } from "./useAppointmentDialogs.tsx";
export { type CalendarSpan, useCalendarQuery } from "./useCalendarQuery.ts";
export { unconfirmed, useTimeForm } from "./useTimeForm.ts";
export const CreateAppointmentDialog = lazyDialog(
  () => import("./CreateAppointmentDialog.tsx"),
  "CreateAppointmentDialog",
);
export const QuickAppointmentDialog = lazyDialog(
  () => import("./QuickAppointmentDialog.tsx"),
  "QuickAppointmentDialog",
);
export const WalkInDialog = lazyDialog(() => import("./WalkInDialog.tsx"), "WalkInDialog");
