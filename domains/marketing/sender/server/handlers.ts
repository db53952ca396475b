import { orNotFound } from "#core/failure.ts";
import { CallResult, type Handlers, type StaffContext } from "#core/server/serve.ts";
import type { Db } from "#core/server/unitOfWork.ts";
import { belongsTo } from "#domains/locations/server/public.ts";
import type { MailSender, mailSender, testMails } from "../contract.ts";
import { testSender } from "./sendTestEmail.ts";
import { saveSender, senderOf } from "./store.ts";

export const mailSenderHandlers: Handlers<typeof mailSender> = {
  show: (context, { params }) => senderAt(context, params.id),

  async change(context, { params: { id }, body }) {
    const { db, scope, who, audit, now } = context;
    await senderAt(context, id);
    await saveSender(db, { dealer_id: scope.dealer_id, location_id: id }, body, who.user_id, now());
    await audit({ action: "changed marketing email", subject: "location", subject_id: id });
    return senderAt(context, id);
  },
};

/** The sender of one of the person's own locations. */
async function senderAt(
  { db, scope, who, ports }: Pick<StaffContext, "scope" | "who" | "ports"> & { readonly db: Db },
  id: number,
): Promise<MailSender> {
  const { dealer_id } = scope;
  const belongs = await belongsTo(db, { dealer_id, user_id: who.user_id, role: who.role }, id);
  const sender = orNotFound(belongs ? await senderOf(db, dealer_id, id) : undefined);
  return { ...sender, from_address: ports.email.address };
}

export const testMailHandlers: Handlers<typeof testMails> = {
  async send(context, { params: { id } }) {
    const to = await testSender(context, id);
    return new CallResult(`Test email sent to ${to}`, { to });
  },
};
