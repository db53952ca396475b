import type { Handlers } from "#core/server/serve.ts";
import type { testEmails } from "../contract.ts";
import { sendTestEmail } from "./sendTestEmail.ts";

export const testEmailHandlers: Handlers<typeof testEmails> = {
  async send(context, { body }) {
    return sendTestEmail(context, body);
  },
};
