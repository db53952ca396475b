import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Flag, Id, Instant, sent } from "#core/fields.ts";
import { managers, owner } from "#core/people.ts";

/** What goes to a CRM; `test`: what the owner tries. */
export const crmKinds = ["lead", "missed_call", "appointment", "test"] as const;
export type CrmKind = (typeof crmKinds)[number];

/** `due`: waits, perhaps for another try; `skipped`: there was nothing to send anymore, or it came from that CRM. */
export const crmMailStates = ["due", "sending", "sent", "failed", "skipped"] as const;
export type CrmMailState = (typeof crmMailStates)[number];

/** A mail to the CRM. */
export const CrmMail = z.object({
  id: Id,
  kind: z.enum(crmKinds),
  state: z.enum(crmMailStates),
  /** Empty until it leaves. */
  to_email: z.string(),
  /** Why it hasn't arrived; empty while nothing is wrong. */
  problem: z.string(),
  created_at: Instant,
});
export type CrmMail = z.infer<typeof CrmMail>;

const kinds = { leads: Flag, missed_calls: Flag, appointments: Flag };

export const CrmSettings = z.object({
  ...kinds,
  /** The location's email for its CRM; empty without one. */
  crm_email: z.string(),
  /** False: this installation sends no email. */
  can_send: Flag,
  /** The latest first, ten at most. */
  mails: z.array(CrmMail),
});
export type CrmSettings = z.infer<typeof CrmSettings>;

export const leadCrm = calls("leadCrm", {
  settings: {
    method: "GET",
    path: "/leads/crm",
    allow: managers,
    supportAccess: "reads",
    about: "What the acting location sends to its email for the CRM as ADF, and its latest mails.",
    data: CrmSettings,
  },
  save: {
    method: "POST",
    path: "/leads/crm",
    allow: owner,
    audit: "trail",
    about: "Sets what goes to the acting location's email for its CRM from now on: leads, missed calls, appointments.",
    body: z.object({ leads: sent(Flag), missed_calls: sent(Flag), appointments: sent(Flag) }),
    successMessage: "CRM settings saved",
  },
  test: {
    method: "POST",
    path: "/leads/crm/test",
    allow: owner,
    audit: "trail",
    about: "Sends a lead called Test Lead to the acting location's email for its CRM.",
    rate: { points: 10, seconds: 600, by: "person" },
    successMessage: "The test is on its way",
  },
  retry: {
    method: "POST",
    path: "/leads/crm/retry/{id}",
    allow: owner,
    audit: "trail",
    about: "Sends an email to the CRM that failed once more.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "Trying again",
  },
});
