import type { Log } from "../log.ts";
import type { Email } from "./email.ts";

/** Used when no mail server is configured: refuses every mail, so nothing waits for one that never arrives. */
export function createDisabledEmail(log: Log): Email {
  log.warn("no mail can be sent: SMTP_URL is not set");
  return {
    provider: "none",
    answersWithin: 0,
    address: "",
    send: async () => ({ kind: "refused", words: "No mail server is set up" }),
    async connect() {},
    async stop() {},
  };
}
