import * as z from "zod/mini";
import { Id } from "#core/fields.ts";
import { job } from "#core/job.ts";

const Invite = z.object({ dealer_id: Id, invite_id: Id });

/** Sends an invite that waits. */
export const sendInviteJob = job("reputation.sendInvite", Invite, { expires: 60 });

/** Sends an invite's one reminder. */
export const remindJob = job("reputation.remind", Invite, { expires: 60 });
