import { describe, expect, test } from "vitest";
import { newMeeting } from "./meetingForm.ts";

const zone = "America/New_York";
const now = new Date("2026-11-24T14:20:00Z");
const begin = (more: { at?: string; host?: string; day?: string }) => {
  const values = newMeeting({ type: 1, day: "2026-11-24", at: "", host: "", url: "", me: 4, ...more }, zone, now);
  const { appointment_date, customTimeHours, customTimeMinutes, customTimeAmPm, host_id } = values;
  return [appointment_date, `${customTimeHours}:${customTimeMinutes} ${customTimeAmPm}`, host_id];
};

describe("a new meeting begins with", () => {
  test.each([
    ["the next full hour, with whoever makes it", {}, ["2026-11-24", "10:00 AM", "4"]],
    ["the day that is shown", { day: "2026-12-01" }, ["2026-12-01", "10:00 AM", "4"]],
    ["the place that was clicked", { at: "2026-12-01T14:30", host: "7" }, ["2026-12-01", "02:30 PM", "7"]],
    ["nobody, when nobody's place was", { at: "2026-12-01T14:30" }, ["2026-12-01", "02:30 PM", ""]],
    ["none of a made-up address", { at: "2026-13-45T99:99", host: "<b>" }, ["2026-11-24", "10:00 AM", "4"]],
    ["no host of a made-up address", { at: "2026-12-01T14:30", host: "x" }, ["2026-12-01", "02:30 PM", ""]],
  ])("%s", (_name, more, expected) => {
    expect(begin(more)).toEqual(expected);
  });
});
