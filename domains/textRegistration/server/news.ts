import * as z from "zod/mini";
import { Instant } from "#core/fields.ts";
import { job } from "#core/job.ts";
import { formatPhone } from "#core/phone.ts";
import { registrationFields } from "#core/registration.ts";
import { worker } from "#core/server/domainManifest.ts";
import type { Server } from "#core/server/serve.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { mailOf } from "#domains/accounts/mails/rules.ts";
import { platformDealer } from "#domains/accounts/server/public.ts";
import { registeredNumbers } from "#domains/locations/server/public.ts";
import { notify } from "#domains/notifications/server/public.ts";
import { deadlineIn } from "#ports/deadline.ts";
import { textRegistrationEvents } from "../contract.ts";
import { fieldNames } from "../review/rules.ts";
import { insertRegistrationEvent, locationTitles, type NewEvent, ownersOf, type RegistrationKey } from "./store.ts";

const ReportedChange = z.object({
  dealer_id: z.number(),
  kind: z.string(),
  what: z.string(),
  number: z.string(),
  fields: z.array(z.enum(registrationFields)),
  /** False: only the carriers' support can take a refused one up again. */
  may_resubmit: z.optional(z.boolean()),
  at: Instant,
});
type ReportedChange = z.infer<typeof ReportedChange>;

/** Mails what has become of a registration to the business's owners, and of the platform's own to its operators. */
export const mailOwnersJob = job("textRegistration.mailOwners", ReportedChange);

const OwnersMail = z.object({
  ...ReportedChange.shape,
  /** Absent in jobs of the release before. */
  user_id: z.optional(z.number()),
  to: z.string(),
  first_name: z.string(),
  business: z.string(),
});

/** Mails one of them. */
export const mailOwnerJob = job("textRegistration.mailOwner", OwnersMail, { retries: 8, retryDelay: 15 });

/** Adds to the history, lets browsers know, and brings what is news to the owners: in the bell now, and by mail. */
export async function recordEvent(
  unit: UnitOfWork,
  { dealer_id }: Pick<RegistrationKey, "dealer_id">,
  event: Omit<NewEvent, "dealer_id">,
  may_resubmit?: boolean,
): Promise<void> {
  await insertRegistrationEvent(unit.db, { dealer_id, ...event }, unit.now());
  unit.publish(textRegistrationEvents.changed, {}, { dealer_id });
  const { kind, what, number = "", problems = [] } = event;
  const fields = problems.map(({ field }) => field);
  const change = { dealer_id, kind, what, number, fields, may_resubmit, at: unit.now().toISOString() };
  const news = newsOf(change);
  if (!news) return;
  unit.enqueue(mailOwnersJob, change);
  if (dealer_id !== platformDealer) await ringBell(unit, change, news);
}

/** Commits with the event, so that it rings once. Operators have no bell. */
async function ringBell(unit: UnitOfWork, { dealer_id, number }: ReportedChange, { title, text }: RegistrationNews) {
  const numbers = number === "" ? [] : await registeredNumbers(unit.db, dealer_id);
  const [first] = (await locationTitles(unit.db, dealer_id)).keys();
  const location_id = numbers.find((one) => one.number === number)?.location_id ?? first;
  if (location_id === undefined) return;
  const user_ids = (await ownersOf(unit.db, dealer_id)).map(({ id }) => id);
  await notify(unit, { dealer_id, location_id, user_ids }, { kind: "registration", title, text, chat_id: null });
}

async function mailOwners({ within }: Pick<Server, "within">, change: ReportedChange): Promise<void> {
  const { dealer_id } = change;
  await within.business({ dealer_id }, "a registration's news", async (unit) => {
    for (const { id: user_id, first_name, email: to, business_name: business } of await ownersOf(unit.db, dealer_id))
      unit.enqueue(mailOwnerJob, { ...change, user_id, to, first_name, business });
  });
}

async function mailOwner(
  { ports, log, publicUrl }: Server,
  { user_id, to, first_name, business, ...change }: z.infer<typeof OwnersMail>,
): Promise<void> {
  const leaveBy = deadlineIn(ports.clock);
  const news = newsOf(change, business);
  if (!news) return;
  const { dealer_id, kind, what, number, at } = change;
  const link =
    publicUrl + (dealer_id === platformDealer ? "/admin/registrations/platform" : "/settings/text-registration");
  const text = [news.before, news.text, news.after].filter(Boolean).join(" ");
  const mail = mailOf(news.title, news.title, [`Hi ${first_name},`, text, "See your registration:", { link }]);
  const reference = [
    "registration",
    dealer_id,
    kind,
    what,
    number.replace(/\D/g, ""),
    Date.parse(at),
    ...(user_id === undefined ? [] : [user_id]),
  ].join("-");
  const headers = { "Auto-Submitted": "auto-generated" };
  const result = await ports.email.send({ ...mail, to, headers, reference }, leaveBy);
  if (result.kind === "busy" || result.kind === "lost") throw new Error(`News was not taken: ${result.kind}`);
  if (result.kind === "refused") log.warn({ dealer_id, reference }, "news of a registration was refused");
}

/** The mail's subject and the bell's title, what both say, and what only the mail has room for. */
interface RegistrationNews {
  readonly title: string;
  readonly text: string;
  readonly before?: string;
  readonly after?: string;
}

/** What owners are told about a change; undefined for what people did themselves. */
function newsOf(
  { dealer_id, kind, what, number, fields, may_resubmit = true }: Omit<ReportedChange, "at">,
  business = "",
): RegistrationNews | undefined {
  const isPlatform = dealer_id === platformDealer;
  const phone = number === "" ? "" : formatPhone(number);
  const canText = {
    title: `${phone} can text`,
    text: isPlatform ? "Sign-in codes from it can leave." : "Campaigns and reminders from it can leave.",
  };
  if (kind === "business" && what === "approved")
    return {
      title: "Your business is registered",
      before: `${business} is registered with the carriers.`,
      text: "Carriers are reviewing what you text next.",
    };
  if (kind === "campaign" && what === "approved")
    return {
      title: "Carriers approved your texts",
      text: "We’re adding your numbers now. There’s nothing for you to do.",
    };
  if (kind === "toll_free" && what === "approved") return { ...canText, before: `Carriers verified ${phone}.` };
  if (kind === "number" && what === "registered") return { ...canText, before: `Carriers registered ${phone}.` };
  if (what === "stuck")
    return {
      title: "Your registration needs us",
      text: "We couldn’t finish submitting it.",
      after: isPlatform ? "Nothing was submitted twice." : "We’re looking into it and will write to you.",
    };
  if (kind === "number") return undefined;
  if (what === "refused" && !may_resubmit)
    return {
      title: "Carriers refused your registration",
      before: `Reviewers refused the registration of ${business} and won’t take it again as it is.`,
      text: "Contact us, and we’ll talk to them.",
    };
  if (what === "refused")
    return {
      title: "Carriers need a change to your registration",
      before: `Reviewers refused the registration of ${business}.`,
      text: changesText([...new Set(fields.map((field) => fieldNames[field]))]),
    };
  if (what === "suspended")
    return {
      title: "Carriers suspended your texts",
      text: "Your texts are on hold. Incoming texts still arrive.",
      after: "Open your registration to see what to do.",
    };
  if (what === "restored") return { title: "Your texts can leave again", text: "Carriers lifted the suspension." };
  return undefined;
}

const changesText = (names: readonly string[]) =>
  names.length === 0 ? "Open it to see why, then resubmit." : `Change and resubmit: ${names.join(", ")}.`;

export const newsWorkers = [worker(mailOwnersJob, mailOwners), worker(mailOwnerJob, mailOwner)];
