import type { Log } from "../log.ts";
import type { Email } from "./email.ts";

/** Stands where texts are real and no mail server is named: it refuses, so that nothing waits for a mail that never comes. */
export function createNoServer(log: Log): Email {
  log.warn("no mail can be sent: SMTP_URL is not set");
  return {
    provider: "none",
    send: async () => ({ kind: "refused", words: "No mail server is set up" }),
    async stop() {},
  };
}
