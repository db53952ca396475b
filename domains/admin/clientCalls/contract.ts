import * as z from "zod/mini";
import { calls } from "#core/call.ts";
import { Id } from "#core/fields.ts";
import { operator } from "#core/people.ts";
import { VoiceSettings, VoiceSettingsDraft } from "#domains/inbox/voice/contract.ts";

/** How calls to one of a client's locations are recorded and mailed. */
export const ClientCallSettings = z.object({
  location_id: Id,
  location: z.string(),
  /** Where calls are mailed to; empty without an address. */
  crm_email: z.string(),
  send_email: VoiceSettings.shape.send_email,
  recording_consent: VoiceSettings.shape.recording_consent,
});
export type ClientCallSettings = z.infer<typeof ClientCallSettings>;

export const ClientCallSettingsDraft = z.object({
  send_email: z.pipe(
    z.transform((value: unknown) => Number(value)),
    z.literal([0, 1], { error: "Select whether calls are mailed" }),
  ),
  recording_consent: VoiceSettingsDraft.shape.recording_consent,
});
export type ClientCallSettingsDraft = z.infer<typeof ClientCallSettingsDraft>;

export const clientCalls = calls("clientCalls", {
  settings: {
    method: "GET",
    path: "/admin/clients/{id}/calls",
    allow: operator,
    about: "Whether calls to a client's locations are recorded, and mailed to the location's email for its CRM.",
    params: z.object({ id: Id }),
    data: z.array(ClientCallSettings),
  },
  change: {
    method: "POST",
    path: "/admin/clients/{id}/calls/{location_id}",
    allow: operator,
    audit: "trail",
    about: "Changes whether calls to a client's location are recorded and mailed.",
    params: z.object({ id: Id, location_id: Id }),
    body: ClientCallSettingsDraft,
    successMessage: "Saved",
  },
});
