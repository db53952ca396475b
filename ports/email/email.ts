/** The port to the carriers of mail. */
export interface OutgoingMail {
  /** Who it goes to: one address. */
  readonly to: string;
  readonly subject: string;
  /** The same words without markup. */
  readonly text: string;
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Our own id: becomes the Message-ID, so that a mail that arrives twice can be recognised. */
  readonly reference: string;
}

export type MailResult =
  | { readonly kind: "accepted"; readonly id: string }
  | { readonly kind: "refused"; readonly words: string }
  /** Surely not taken, and may be taken later. */
  | { readonly kind: "busy" }
  /** Nobody knows whether it was taken. */
  | { readonly kind: "lost"; readonly why: string };

export interface Email {
  readonly provider: string;
  /** Hands a mail over. Never throws: what went wrong is in the result. Never tries twice by itself. */
  send(mail: OutgoingMail): Promise<MailResult>;
  stop(): Promise<void>;
}
