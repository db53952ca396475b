import type { FastifyInstance } from "fastify";
import type { Deadline } from "../deadline.ts";

/** Mails about somebody's account never wait behind a campaign's. */
export type MailStream = "account" | "marketing";

/** The port to mail providers. */
export interface OutgoingMail {
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  /** The plain-text version. */
  readonly text: string;
  /** Left out: a mail for a program, which has its text alone. */
  readonly html?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Our own id: becomes the Message-ID, so a mail that arrives twice can be recognized. */
  readonly reference: string;
  /** Default: `account`. */
  readonly stream?: MailStream;
  /** Shown as the sender's name. The address stays the provider's, which its signatures cover. */
  readonly fromName?: string;
  readonly replyTo?: string;
  /** Bounces of an `account` mail are to be told like those of marketing. */
  readonly tracksBounces?: boolean;
  /** Where bounces go. Default: an address with the reference for marketing, where one is set up. */
  readonly envelopeFrom?: string;
  /** A calendar entry that mail programs offer to accept or to remove (RFC 6047). */
  readonly calendar?: { readonly method: "REQUEST" | "CANCEL"; readonly content: string };
  readonly attachments?: readonly MailFile[];
  /** Marks a mail of a list, which mail programs then offer to unsubscribe from. */
  readonly list?: MailList;
}

/** A file that a mail has with it. */
export interface MailFile {
  readonly name: string;
  /** Its MIME type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** How to leave a list with one click (RFC 8058). */
export interface MailList {
  /** An https address with a token of this recipient. A POST to it unsubscribes. */
  readonly unsubscribeUrl: string;
  /** A name of the list that stays the same, in words without signs: `12.mail`. */
  readonly id?: string;
}

export type MailResult =
  | { readonly kind: "accepted"; readonly id: string }
  | {
      readonly kind: "refused";
      readonly words: string;
      /** What the refusal says of the address, where the server said it. */
      readonly bounce?: BounceClass;
    }
  /** Definitely not accepted, or never left in time; may be retried later. */
  | {
      readonly kind: "busy";
      /** Seconds in which the provider takes nothing, or after which a mail that left too late may leave. */
      readonly retryAfter?: number;
    }
  /** Unknown whether it was accepted. */
  | { readonly kind: "lost"; readonly why: string };

/**
 * What a failed delivery says: `hard`: nobody has this address. `soft`: perhaps later. `policy`: the receiving side
 * doesn't want the mail, which says nothing about the person.
 */
export type BounceClass = "hard" | "soft" | "policy";

/** What became of a mail after it was accepted, or who answered it. */
export interface MailEvent {
  readonly kind: "delivered" | "deferred" | "bounced" | "complained" | "unsubscribed" | "auto_replied";
  /** Of a bounced one. */
  readonly bounce?: BounceClass;
  /** What may be references of ours. Anybody can send a report, so the listener checks that they are. */
  readonly references: readonly string[];
  /** The provider's words. */
  readonly words: string;
  /** The same when a provider repeats the event. */
  readonly event_id: string;
  /** The mail that said so, or the provider's own words: whatever it holds, as it came. */
  readonly raw?: string;
}

/** Hears what became of mails. When it fails, the provider repeats the event. */
export interface EmailListener {
  onMailEvent(event: MailEvent): Promise<void>;
  /** Takes a mail that was sent to an address of this installation. @returns false when it has no such address. */
  onInboundMail?(raw: Buffer): Promise<boolean>;
}

export interface Email {
  readonly provider: string;
  /** Milliseconds after which an answer to `send` doesn't come any more. */
  readonly answersWithin: number;
  /** Where mails come from; empty where none can be sent. */
  readonly address: string;
  /** The domain whose mails come in; undefined: none do. */
  readonly inboundDomain?: string | undefined;
  /** The mail server's name; without one, nothing leaves this machine. */
  readonly server?: string;
  /**
   * Sends a mail. Never throws (errors are in the result) and never retries on its own.
   *
   * @param leaveBy asked as the content leaves; after it the mail stays here, and the result is `busy` for a second.
   */
  send(mail: OutgoingMail, leaveBy: Deadline): Promise<MailResult>;
  /** Reports to the listener from now on, and mounts the provider's webhooks. */
  connect(listener: EmailListener, http: FastifyInstance): Promise<void>;
  stop(): Promise<void>;
}
