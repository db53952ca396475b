import { expect, test } from "vitest";
import { type BulkTarget, customerSkip, type LeadNow, type SeenLead, skipReasonOf } from "./rules.ts";

const seen: SeenLead = { lead_id: 1, stage_id: 10, owner_id: null };
const now = (more: Partial<LeadNow> = {}): LeadNow => ({
  id: 1,
  stage_id: 10,
  owner_id: null,
  outcome: "",
  deleted_at: null,
  ...more,
});
const to = (action: BulkTarget["action"], more: Partial<BulkTarget> = {}): BulkTarget => ({
  action,
  owner_id: null,
  stage_id: null,
  outcome: "",
  ...more,
});
const deleted = { deleted_at: new Date() };

test.each<[string, LeadNow | undefined, BulkTarget, ReturnType<typeof skipReasonOf>]>([
  ["an erased one", undefined, to("remove"), "deleted"],
  ["a deleted one", now(deleted), to("assign", { owner_id: 5 }), "deleted"],
  ["one to assign", now(), to("assign", { owner_id: 5 }), undefined],
  ["one whose stage changed", now({ stage_id: 11 }), to("assign", { owner_id: 5 }), undefined],
  ["one that somebody claimed", now({ owner_id: 6 }), to("assign", { owner_id: 5 }), "changed"],
  ["one that has the owner", now({ owner_id: 5 }), to("assign", { owner_id: 5 }), "same"],
  ["one to move", now(), to("move", { stage_id: 11 }), undefined],
  ["one that moved elsewhere", now({ stage_id: 12 }), to("move", { stage_id: 11 }), "changed"],
  ["one that is there", now({ stage_id: 11 }), to("move", { stage_id: 11 }), "same"],
  ["a lost one that becomes spam", now({ outcome: "lost" }), to("move", { stage_id: 10, outcome: "spam" }), undefined],
  ["one to delete that changed", now({ stage_id: 12, owner_id: 6 }), to("remove"), undefined],
  ["one to bring back", now(deleted), to("restore"), undefined],
  ["one that is back", now(), to("restore"), "same"],
])("%s", (_, lead, target, reason) => expect(skipReasonOf(seen, lead, target)).toBe(reason));

test.each([
  ["erased", undefined, "deleted"],
  ["deleted", { deleted_at: new Date(), customer_id: 7 }, "deleted"],
  ["without a customer", { deleted_at: null, customer_id: null }, "no_customer"],
  ["whose customer was added", { deleted_at: null, customer_id: 7 }, undefined],
  ["whose customer had it", { deleted_at: null, customer_id: 8 }, "same"],
] as const)("the customer of a lead %s: %s", (_, lead, reason) =>
  expect(customerSkip(lead, new Set([7]))).toBe(reason),
);
