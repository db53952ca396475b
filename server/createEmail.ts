import type pg from "pg";
import type { Logger } from "pino";
import { systemClock } from "#ports/clock/system.ts";
import { createDisabledEmail } from "#ports/email/disabled.ts";
import type { Email } from "#ports/email/email.ts";
import { createSimulatedEmail, type SimulatedEmail } from "#ports/email/simulator.ts";
import { createSmtp } from "#ports/email/smtp.ts";
import { inboundDomainOf, mountMailWebhooks } from "#ports/email/webhooks.ts";
import type { Env } from "./env.ts";

/** What the environment says about mail. */
export type EmailEnv = Pick<
  Env,
  "smtpUrl" | "mailFrom" | "mailBounceDomain" | "mailWebhooks" | "publicUrl" | "smsProvider"
>;

/** SMTP when a server is configured; otherwise the simulated mailbox, or with a real carrier an adapter that refuses. */
export function createEmail(env: EmailEnv, pool: pg.Pool, log: Logger): { email: Email; mails?: SimulatedEmail } {
  const { smtpUrl, mailFrom, mailBounceDomain: bounceDomain, mailWebhooks: webhooks, publicUrl, smsProvider } = env;
  const from = mailFrom ?? `Rooftop <no-reply@${new URL(publicUrl).hostname}>`;
  if (smtpUrl) return { email: createSmtp({ url: smtpUrl, from, bounceDomain, webhooks, log }) };
  if (smsProvider !== "simulator") return { email: withWebhooks(createDisabledEmail(log)) };
  const mails = withWebhooks(createSimulatedEmail({ pool, clock: systemClock, log, from }));
  return { email: mails, mails };

  /** Mounts the webhooks for reports whatever sends mails now: some were sent earlier, or by another node. */
  function withWebhooks<Port extends Email>(port: Port): Port {
    return {
      ...port,
      inboundDomain: inboundDomainOf(webhooks) || port.inboundDomain,
      async connect(listener, http) {
        await port.connect(listener, http);
        await mountMailWebhooks(http, listener, { ...webhooks, log });
      },
    };
  }
}
