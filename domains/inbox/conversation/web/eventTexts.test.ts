import { expect, test } from "vitest";
import type { ChatEvent } from "../contract.ts";
import { eventInWords } from "./eventTexts.ts";

const at = "2026-03-01T16:00:00Z";
const event: ChatEvent = {
  key: "event-1",
  kind: "closed",
  at,
  by: "Dana",
  assigned_to: "",
  snoozed_until: null,
  note: "",
};

test.each([
  [{ kind: "assigned", assigned_to: "Marcus Webb" }, "Dana", "assigned to Marcus Webb"],
  [{ kind: "assigned", assigned_to: "Dana" }, "Dana", "took the conversation"],
  [{ kind: "assigned", by: "" }, "", "Conversation unassigned"],
  [{ kind: "assigned" }, "Dana", "unassigned the conversation"],
  [{ kind: "assigned", by: "", assigned_to: "Marcus Webb" }, "", "Assigned to Marcus Webb"],
  [{ kind: "snoozed" }, "Dana", "snoozed until Mar 2"],
  [{ kind: "opted out", by: "" }, "", "Customer opted out"],
  [{ kind: "opted out" }, "Dana", "opted the customer out"],
  [{ kind: "opt-out undone" }, "Dana", "undid the opt-out"],
] as const)("an event says who did what: %o", (change, who, what) => {
  expect(eventInWords({ ...event, ...change }, "Mar 2")).toEqual({ who, what });
});
