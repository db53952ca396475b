import type pg from "pg";
import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log.ts";
import type { Email, MailResult, OutgoingMail } from "./email.ts";
import { bareAddress, envelopeSender, headersOf, messageIdOf, onOneLine, senderName } from "./mailHeaders.ts";

export interface SimulatedEmailSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  /** The sender, such as `Rooftop <mail@rooftop.test>`. */
  readonly from: string;
}

/** Bounces of simulated mails would go there. */
const bounceDomain = "bounces.rooftop.test";

/** A reserved domain without mailboxes (RFC 2606): refused, as a real server would. */
const undeliverable = /\.invalid$/i;

/** Simulated mail: stored in the database and shown on the simulator's page. */
export function createSimulatedEmail({ pool, clock, log, from }: SimulatedEmailSettings): Email {
  async function store(mail: OutgoingMail): Promise<MailResult> {
    if (undeliverable.test(mail.to))
      return { kind: "refused", words: `550 5.1.2 <${mail.to}>: no such address`, bounce: "hard" };
    const id = messageIdOf(mail.reference, "rooftop.test");
    const sender = envelopeSender(mail, bounceDomain);
    const headers = {
      ...headersOf(mail, bounceDomain),
      ...(mail.replyTo && { "Reply-To": onOneLine(mail.replyTo) }),
      ...(sender && { "Return-Path": `<${sender}>` }),
      "Message-ID": id,
    };
    const shownFrom =
      mail.fromName === undefined ? from : `${quoted(senderName(mail.fromName))} <${bareAddress(from)}>`;
    await pool.query(
      `insert into simulated_mails ("from", "to", subject, text, html, headers, at) values ($1, $2, $3, $4, $5, $6, $7)`,
      [shownFrom, mail.to, onOneLine(mail.subject), mail.text, mail.html, headers, clock.now()],
    );
    return { kind: "accepted", id };
  }

  return {
    provider: "simulator",
    address: bareAddress(from),
    async send(mail) {
      try {
        return await store(mail);
      } catch (error) {
        log.warn({ err: error, reference: mail.reference }, "no answer from the simulated mailbox");
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },
    async connect() {},
    async stop() {},
  };
}

/** A name as it stands before an address: in quotes where it has more than letters, digits and spaces. */
const quoted = (name: string) => (/^[\p{L}\p{N} ]*$/u.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`);
