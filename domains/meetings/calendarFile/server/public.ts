export { buildCalendar, type CalendarEntry } from "./buildCalendar.ts";
