import { IconCalendarEvent } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { lazyScreen, screens } from "#core/web/layout/screenDeclaration.ts";
import { lazyNamed } from "#core/web/loading/lazyNamed.ts";

export const appointmentScreens = screens([
  {
    path: "/appointments",
    title: "Appointments",
    roles: staff,
    layout: "shell",
    menu: { label: "Appointments", icon: IconCalendarEvent, order: 20 },
    component: lazyScreen(() => import("./AppointmentsScreen.tsx"), "AppointmentsScreen"),
    customerPart: {
      order: 1,
      component: lazyNamed(() => import("./UpcomingAppointments.tsx"), "UpcomingAppointments"),
    },
    customerAction: {
      order: 1,
      component: lazyNamed(() => import("./QuickAppointmentButton.tsx"), "QuickAppointmentButton"),
    },
  },
]);
