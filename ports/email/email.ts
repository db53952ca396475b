/** The port to mail providers. */
export interface OutgoingMail {
  /** A single address. */
  readonly to: string;
  readonly subject: string;
  /** The plain-text version. */
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Our own id: becomes the Message-ID, so a mail that arrives twice can be recognized. */
  readonly reference: string;
}

export type MailResult =
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "refused"; readonly words: string }
  /** Definitely not accepted; may be retried later. */
  | { readonly kind: "busy" }
  /** Unknown whether it was accepted. */
  | { readonly kind: "lost"; readonly why: string };

export interface Email {
  readonly provider: string;
  /** Sends a mail. Never throws (errors are in the result) and never retries on its own. */
  send(mail: OutgoingMail): Promise<MailResult>;
  stop(): Promise<void>;
}
