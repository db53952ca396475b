import type { FastifyInstance } from "fastify";
import type pg from "pg";
import type { Clock } from "../clock/clock.ts";
import type { Log } from "../log.ts";
import type { Email, EmailListener, MailResult, OutgoingMail } from "./email.ts";
import { bareAddress, envelopeSender, headersOf, messageIdOf, onOneLine, senderName } from "./mailHeaders.ts";
import { readMailReport } from "./mailReport.ts";
import { type MailReaction, simulatedAnswer } from "./simulatedAnswers.ts";
import { type MailVisitKind, visitMail } from "./simulatedVisits.ts";

/** What happens to a mail in a mailbox. */
export type MailboxAct = MailReaction | MailVisitKind;

/** Simulated mail, whose mailboxes can answer. */
export interface SimulatedEmail extends Email {
  /** What somebody does with a stored marketing mail, or a server of theirs. False without such a mail. */
  react(id: number, reaction: MailboxAct): Promise<boolean>;
  /** Delivers a mail that somebody sends to the inbound domain. @returns false when nobody has its address there. */
  receive(raw: Buffer): Promise<boolean>;
}

export interface SimulatedEmailSettings {
  readonly pool: pg.Pool;
  readonly clock: Clock;
  readonly log: Log;
  /** The sender, such as `Rooftop <mail@rooftop.test>`. */
  readonly from: string;
}

/** Bounces of simulated mails would go there. */
const bounceDomain = "bounces.rooftop.test";
/** Simulated vendors send leads there. */
const inboundDomain = "leads.rooftop.test";

/** A reserved domain without mailboxes (RFC 2606): refused, as a real server would. */
const undeliverable = /\.invalid$/i;

/** Mailboxes that answer marketing mails by themselves, by what stands before their `@`. */
const selfActing: Readonly<Record<string, MailboxAct>> = {
  bounce: "bounce_hard",
  softbounce: "bounce_soft",
  ooto: "out_of_office",
  complaint: "complain",
  scanner: "scan",
};

interface StoredMail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Simulated mail: stored in the database and shown on the simulator's page. */
export function createSimulatedEmail({ pool, clock, log, from }: SimulatedEmailSettings): SimulatedEmail {
  let listener: EmailListener | undefined;
  let server: FastifyInstance | undefined;
  const reactions = new Set<Promise<unknown>>();

  /** Reports by the way of a real answer: as a raw mail, which is read like any other. */
  async function answer(mail: StoredMail, reaction: MailboxAct): Promise<void> {
    if (reaction === "open" || reaction === "scan") return server && visitMail(server, mail, reaction);
    const event = await readMailReport(Buffer.from(simulatedAnswer(mail, reaction)));
    if (event) await listener?.onMailEvent(event);
  }

  async function deliver({ reference }: OutgoingMail, mail: StoredMail): Promise<void> {
    const reaction = selfActing[mail.to.split("@")[0]?.toLowerCase() ?? ""];
    if (reaction !== "bounce_hard" && reaction !== "bounce_soft") {
      const event_id = `simulator:${mail.headers["Message-ID"]}`;
      await listener?.onMailEvent({ kind: "delivered", references: [reference], words: "250 OK", event_id });
    }
    if (reaction) await answer(mail, reaction);
  }

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
      [shownFrom, mail.to, onOneLine(mail.subject), mail.text, mail.html ?? "", headers, clock.now()],
    );
    if (mail.stream === "marketing" || mail.tracksBounces) {
      const delivering = deliver(mail, { to: mail.to, subject: mail.subject, html: mail.html ?? "", headers })
        .catch((error) => log.error({ err: error }, "a simulated mailbox could not report"))
        .finally(() => reactions.delete(delivering));
      reactions.add(delivering);
    }
    return { kind: "accepted", id };
  }

  return {
    provider: "simulator",
    answersWithin: 10_000,
    address: bareAddress(from),
    inboundDomain,
    async send(mail, leaveBy) {
      if (leaveBy.hasPassed()) return { kind: "busy", retryAfter: 1 };
      try {
        return await store(mail);
      } catch (error) {
        log.warn({ err: error, reference: mail.reference }, "no answer from the simulated mailbox");
        return { kind: "lost", why: error instanceof Error ? error.message : String(error) };
      }
    },
    async react(id, reaction) {
      const { rows } = await pool.query<StoredMail>(
        'select "to", subject, html, headers from simulated_mails where id = $1',
        [id],
      );
      const [mail] = rows;
      if (!mail?.headers["Return-Path"] && !mail?.headers["List-Unsubscribe"]) return false;
      await answer(mail, reaction);
      return true;
    },
    receive: async (raw) => (await listener?.onInboundMail?.(raw)) ?? false,
    async connect(connected, http) {
      listener = connected;
      server = http;
    },
    async stop() {
      await Promise.allSettled(reactions);
    },
  };
}

/** A name as it stands before an address: in quotes where it has more than letters, digits and spaces. */
const quoted = (name: string) => (/^[\p{L}\p{N} ]*$/u.test(name) ? name : `"${name.replace(/["\\]/g, "\\$&")}"`);
