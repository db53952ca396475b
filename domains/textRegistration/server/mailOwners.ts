import * as z from "zod/mini";
import { Instant } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { formatPhone } from "#core/phone.ts";
import { registrationFields } from "#core/registration.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { type MailText, mailOf } from "#domains/accounts/mails/rules.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { textRegistrationEvents } from "../contract.ts";
import { fieldNames } from "../review/rules.ts";
import { insertRegistrationEvent, type NewEvent, ownersToMail, type RegistrationKey } from "./store.ts";

const RegistrationNews = z.object({
  dealer_id: z.number(),
  kind: z.string(),
  what: z.string(),
  number: z.string(),
  fields: z.array(z.enum(registrationFields)),
  at: Instant,
});
type RegistrationNews = z.infer<typeof RegistrationNews>;

/** Mails a business's owners what has become of its registration. */
export const mailOwnersJob = job("textRegistration.mailOwners", RegistrationNews);

/** Mails one owner. */
export const mailOwnerJob = job(
  "textRegistration.mailOwner",
  z.object({ ...RegistrationNews.shape, to: z.string(), first_name: z.string(), business: z.string() }),
  { retries: 8, retryDelay: 15 },
);

/** Adds to the history, lets browsers know, and mails the owners what they must hear of. */
export async function recordEvent(
  unit: Pick<UnitOfWork, "db" | "now" | "publish" | "enqueue">,
  { dealer_id }: Pick<RegistrationKey, "dealer_id">,
  event: Omit<NewEvent, "dealer_id">,
): Promise<void> {
  await insertRegistrationEvent(unit.db, { dealer_id, ...event }, unit.now());
  unit.publish(textRegistrationEvents.changed, {}, { dealer_id });
  const { kind, what, number = "", problems = [] } = event;
  const news = { kind, what, number, fields: problems.map(({ field }) => field) };
  if (!registrationMail({ ...news, first_name: "", business: "", link: "" })) return;
  unit.enqueue(mailOwnersJob, { dealer_id, ...news, at: unit.now().toISOString() });
}

async function mailOwners({ within }: Pick<Server, "within">, change: RegistrationNews): Promise<void> {
  const { dealer_id } = change;
  await within.business({ dealer_id }, "a registration's news", async (unit) => {
    for (const { first_name, email: to, business_name: business } of await ownersToMail(unit.db, dealer_id))
      unit.enqueue(mailOwnerJob, { ...change, to, first_name, business });
  });
}

async function mailOwner(
  { ports, log, publicUrl }: Server,
  { to, ...change }: RegistrationNews & { to: string; first_name: string; business: string },
): Promise<void> {
  const leaveBy = deadlineIn(ports.clock);
  const mail = registrationMail({ ...change, link: `${publicUrl}/settings/text-registration` });
  if (!mail) return;
  const { dealer_id, kind, what, number, at } = change;
  const reference = `registration-${dealer_id}-${kind}-${what}-${number.replace(/\D/g, "")}-${Date.parse(at)}`;
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, to, headers, reference }, leaveBy);
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`News was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ dealer_id, reference }, "news of a registration was refused");
}

interface OwnerNews extends Omit<RegistrationNews, "dealer_id" | "at"> {
  readonly first_name: string;
  readonly business: string;
  readonly link: string;
}

/** What the owners read, by what happened; nothing about what they did themselves. */
function registrationMail({ kind, what, number, fields, first_name, business, link }: OwnerNews): MailText | undefined {
  const mail = (subject: string, text: string) =>
    mailOf(subject, subject, [`Hi ${first_name},`, text, "See your registration:", { link }]);
  const phone = number === "" ? "" : formatPhone(number);
  const changes = [...new Set(fields.map((field) => fieldNames[field]))].join(", ");
  const what_to_change = changes === "" ? "" : ` They ask you to change: ${changes}.`;
  if (kind === "business" && what === "approved")
    return mail(
      "Your business is registered",
      `${business} is registered with the carriers. They’re reviewing what you text next.`,
    );
  if (kind === "campaign" && what === "approved")
    return mail("Carriers approved your texts", "We’re adding your numbers now. There’s nothing for you to do.");
  if (kind === "toll_free" && what === "approved")
    return mail(`${phone} can text`, `Carriers verified ${phone}. Campaigns and reminders from it can leave.`);
  if (kind === "number" && what === "registered")
    return mail(`${phone} can text`, `Carriers registered ${phone}. Campaigns and reminders from it can leave.`);
  if (what === "refused" && kind !== "number")
    return mail(
      "Carriers need a change to your registration",
      `Reviewers refused the registration of ${business}.${what_to_change} Open it to change that and resubmit.`,
    );
  if (what === "suspended" && kind !== "number")
    return mail(
      "Carriers suspended your texts",
      "Your texts are on hold. Incoming texts still arrive. Open your registration to see what to do.",
    );
  if (what === "restored" && kind !== "number")
    return mail("Your texts can leave again", "Carriers lifted the suspension.");
  if (what === "stuck")
    return mail(
      "Your registration needs us",
      "Something went wrong while we submitted it. We’re looking into it and will write to you.",
    );
  return undefined;
}

export const mailOwnersWorkers = [worker(mailOwnersJob, mailOwners), worker(mailOwnerJob, mailOwner)];
