import { IconCalendarEvent } from "@tabler/icons-react";
import { staff } from "#core/people.ts";
import { load, screens } from "#core/web/screen.ts";

export const appointmentScreens = screens([
  {
    path: "/appointments",
    name: "Appointments",
    title: "Appointments",
    roles: staff,
    layout: "shell",
    menu: { label: "Appointments", icon: IconCalendarEvent, place: 20 },
    component: load(() => import("./AppointmentsScreen.tsx"), "AppointmentsScreen"),
  },
]);
