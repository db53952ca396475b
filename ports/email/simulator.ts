import type pg from "pg";
import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log.ts";
import type { Email, MailResult, OutgoingMail } from "./email.ts";

export interface SimulatedEmailSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  /** The sender, such as `Rooftop <mail@rooftop.test>`. */
  readonly from: string;
}

/** A reserved domain without mailboxes (RFC 2606): refused, as a real server would. */
const undeliverable = /\.invalid$/i;

/** Simulated mail: stored in the database and shown on the simulator's page. */
export function createSimulatedEmail({ pool, clock, log, from }: SimulatedEmailSettings): Email {
  async function store(mail: OutgoingMail): Promise<MailResult> {
    if (undeliverable.test(mail.to)) return { kind: "refused", words: `550 5.1.2 <${mail.to}>: no such address` };
    const id = `<${mail.reference}@rooftop.test>`;
    const headers = { ...mail.headers, "Message-ID": id };
    await pool.query(
      `insert into simulated_mails ("from", "to", subject, text, html, headers, at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [from, mail.to, mail.subject, mail.text, mail.html, headers, clock.now()],
    );
    return { kind: "accepted", id };
  }

  return {
    provider: "simulator",
    async send(mail) {
      try {
        return await store(mail);
      } catch (error) {
        log.warn({ err: error, reference: mail.reference }, "no answer from the simulated mailbox");
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },
    async stop() {},
  };
}
