import { describe, expect, test } from "vitest";
import { type AuditLogEntry, sentenceOf, statusText } from "./rules.ts";

const entry: AuditLogEntry = {
  action: "deleted",
  subject: "customer",
  subject_id: 12,
  detail: {},
  ip: "10.0.0.1",
  person: "Ann Lee",
  business: "Hill Motors",
  isOperator: false,
  target: null,
};

describe("the sentence of an entry", () => {
  test.each<[Partial<AuditLogEntry>, string]>([
    [{}, "Ann Lee (Hill Motors) deleted customer 12 from 10.0.0.1"],
    [{ action: "signed in", subject: "user", subject_id: 3 }, "Ann Lee (Hill Motors) signed in from 10.0.0.1"],
    [
      { action: "failed to sign in", subject: "user", subject_id: 3 },
      "Ann Lee (Hill Motors) failed to sign in from 10.0.0.1",
    ],
    [
      { action: "exported", subject: "customers", subject_id: null, detail: { rows: 300, list_id: 4, search: "" } },
      "Ann Lee (Hill Motors) exported customers (rows: 300) from 10.0.0.1",
    ],
    [
      {
        person: "Pia Opal",
        isOperator: true,
        action: "got a password from the operator",
        subject: "user",
        target: "Ann Lee",
      },
      "User Ann Lee got a password from the operator, by Pia Opal for Hill Motors from 10.0.0.1",
    ],
    [
      {
        person: "Pia Opal",
        isOperator: true,
        action: "started viewing",
        subject: "account",
        subject_id: 5,
        detail: { reason: "Asked for help", minutes: 15 },
      },
      "Pia Opal for Hill Motors started viewing the account (reason: Asked for help, minutes: 15) from 10.0.0.1",
    ],
    [
      { person: "Pia Opal", isOperator: true, business: null, action: "added", subject: "tag", detail: { tag: "Hot" } },
      "Pia Opal (Rooftop) added tag 12 (tag: Hot) from 10.0.0.1",
    ],
    [
      { person: null, ip: "", action: "imported", subject: "customers" },
      "The system for Hill Motors imported customers 12",
    ],
  ])("%j", (more, sentence) => {
    expect(sentenceOf({ ...entry, ...more })).toBe(sentence);
  });
});

test.each([
  [{ message_status: "queued", error: "" }, "Sending"],
  [{ message_status: "delivered", error: "" }, "Delivered"],
  [{ message_status: "failed", error: "This phone can't be reached." }, "Failed: This phone can't be reached."],
  [{ message_status: "failed", error: "" }, "Failed"],
  [{ message_status: "received", error: "" }, "Received"],
] as const)("%j: %s", (message, label) => {
  expect(statusText(message)).toBe(label);
});
