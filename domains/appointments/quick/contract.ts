import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id, Instant, optionalId, wholeNumber } from "#core/fields.ts";
import { staff } from "#core/people.ts";
import { lengthText, longest, optionalHost, shortest } from "#domains/appointments/fields.ts";

export const quickAppointments = calls("quickAppointments", {
  freeTimes: {
    method: "POST",
    path: "/appointments/free",
    allow: staff,
    supportAccess: "reads",
    about:
      "A few times at which a host can receive a customer, on the next three days that have any: within business hours and the host's own, without their time off, their appointments and the customer's. Without a host only the location's hours count.",
    body: z.object({
      host_id: optionalHost(),
      /** In minutes. */
      duration: wholeNumber(shortest, longest, lengthText),
      customer_id: optionalId,
    }),
    data: z.object({
      days: z.array(
        z.object({
          /** `2026-11-24` at the location. */
          day: z.string(),
          times: z.array(Instant),
        }),
      ),
    }),
  },
  takeBack: {
    method: "POST",
    path: "/appointments/takeBack/{id}",
    allow: staff,
    audit: "trail",
    about:
      "Takes back an appointment that the caller made within the last 10 minutes. 409 when it was changed since, or is older.",
    params: z.object({ id: Id }),
    data: z.object({ id: Id }),
    successMessage: "Appointment canceled",
  },
});
