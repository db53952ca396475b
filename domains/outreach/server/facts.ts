import * as z from "zod/mini";
import { facts } from "#core/fact.ts";
import { Id } from "#core/fields.ts";
import type { LocationKey } from "#core/people.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";
import { outreachEvents } from "../contract.ts";

export const outreachFacts = facts({
  answered: {
    fact: "outreach.answered",
    about: "An email to a customer was sent, or a call that reached them was logged.",
    data: z.object({ dealer_id: Id, location_id: Id, customer_id: Id }),
  },
  replied: {
    fact: "outreach.replied",
    about: "A customer replied to an email. `user_id` is the member who was notified, or null.",
    data: z.object({ dealer_id: Id, location_id: Id, customer_id: Id, user_id: z.nullable(Id) }),
  },
  withdrawn: {
    fact: "outreach.withdrawn",
    about: "An email that was sent bounced, or a call that was logged as reached no longer counts: it answered no one.",
    data: z.object({
      dealer_id: Id,
      location_id: Id,
      customer_id: Id,
      user_id: Id,
      at: z.iso.datetime(),
      what: z.enum(["email", "call"]),
    }),
  },
});

/** An email or a logged call, as far as others hear of it. */
export interface Contact extends LocationKey {
  readonly customer_id: number;
  readonly user_id: number;
  readonly at: Date;
}

type Teller = Pick<UnitOfWork, "publish" | "announce">;

/** Tells the browsers at the location that a customer's emails or logged calls changed. */
export function publishContact(
  { publish }: Pick<Teller, "publish">,
  { dealer_id, location_id, customer_id }: Omit<Contact, "user_id" | "at">,
): void {
  publish(outreachEvents.changed, { target_id: customer_id }, { dealer_id, location_id });
}

export function announceAnswer({ announce }: Teller, { dealer_id, location_id, customer_id }: Contact): void {
  announce(outreachFacts.answered, { dealer_id, location_id, customer_id });
}

type AnsweredContact = Omit<Contact, "at" | "user_id"> & { readonly user_id: number | null };

export function announceReply({ announce }: Teller, reply: AnsweredContact): void {
  const { dealer_id, location_id, customer_id, user_id } = reply;
  announce(outreachFacts.replied, { dealer_id, location_id, customer_id, user_id });
}

export function announceWithdrawal({ announce }: Teller, what: "email" | "call", contact: Contact): void {
  const { dealer_id, location_id, customer_id, user_id, at } = contact;
  announce(outreachFacts.withdrawn, { dealer_id, location_id, customer_id, user_id, at: at.toISOString(), what });
}
