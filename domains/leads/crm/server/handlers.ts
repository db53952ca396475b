import { Failure, orNotFound } from "#core/failure.ts";
import type { Handlers } from "#core/server/serve.ts";
import type { leadCrm } from "../contract.ts";
import { isOwnAddress } from "../rules.ts";
import { enqueueMail, sendCrmMailJob } from "./sendCrmMails.ts";
import { changeMail, crmOf, latestMails, lockMail, saveCrm } from "./store.ts";

const shownMails = 10;

export const leadCrmHandlers: Handlers<typeof leadCrm> = {
  async settings({ db, scope, ports }) {
    const { crm_email, ...since } = await crmOf(db, scope);
    return {
      leads: since.leads_since ? 1 : 0,
      missed_calls: since.missed_calls_since ? 1 : 0,
      appointments: since.appointments_since ? 1 : 0,
      crm_email,
      can_send: ports.email.provider === "none" ? 0 : 1,
      mails: await latestMails(db, scope, shownMails),
    };
  },

  async save({ db, scope, now, audit }, { body }) {
    const before = await crmOf(db, scope);
    // What is on stays on since then.
    const since = (flag: 0 | 1, known: Date | null) => (flag === 1 ? (known ?? now()) : null);
    await saveCrm(db, scope, {
      leads_since: since(body.leads, before.leads_since),
      missed_calls_since: since(body.missed_calls, before.missed_calls_since),
      appointments_since: since(body.appointments, before.appointments_since),
    });
    await audit({ action: "changed", subject: "CRM settings", subject_id: scope.location_id, detail: body });
    return null;
  },

  async test(context) {
    const { db, scope, ports, audit } = context;
    const { crm_email } = await crmOf(db, scope);
    if (crm_email === "") throw new Failure("conflict", "Add the email for your CRM first.");
    if (isOwnAddress(crm_email, ports.email.inboundDomain))
      throw new Failure(
        "conflict",
        "The email for your CRM is an address for leads in Rooftop. Leads would come back.",
      );
    await enqueueMail(context, scope, "test", null);
    await audit({ action: "sent a test to", subject: "CRM", subject_id: scope.location_id });
    return null;
  },

  async retry({ db, scope, now, enqueue, audit }, { params: { id } }) {
    const { dealer_id, location_id } = scope;
    const mail = orNotFound(await lockMail(db, { dealer_id, id }));
    if (mail.location_id !== location_id) throw new Failure("absent");
    if (mail.state !== "failed") throw new Failure("conflict", "This one isn't waiting for another try.");
    await changeMail(db, mail, { state: "due", problem: "", tries: 0, due_at: now(), ended_at: null });
    enqueue(sendCrmMailJob, { dealer_id, mail_id: id });
    await audit({ action: "sent again", subject: "email to the CRM", subject_id: id });
    return { id };
  },
};
