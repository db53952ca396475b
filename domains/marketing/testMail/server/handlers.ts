import { CallResult, type Handlers } from "#core/server/serve.ts";
import type { testMails } from "../contract.ts";
import { sendTestMail } from "./sendTestMail.ts";

export const testMailHandlers: Handlers<typeof testMails> = {
  async send(context, { params: { id } }) {
    const to = await sendTestMail(context, id);
    return new CallResult(`Test email sent to ${to}`, { to });
  },
};
