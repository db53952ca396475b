/** The port to the services that reach a browser or a phone while nobody looks at it. */

/** A browser at its push service, with what a message to it is encrypted with. */
export interface WebTarget {
  readonly kind: "web";
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A phone or a browser that Firebase knows. */
export interface FcmTarget {
  readonly kind: "fcm";
  readonly token: string;
}

export type PushTarget = WebTarget | FcmTarget;

export interface PushMessage {
  /** Flat, all of it text: Firebase carries nothing else. */
  readonly data: Readonly<Record<string, string>>;
  /** Of those with one topic that wait, the last replaces the others: at most 32 letters, digits, `-` and `_`. */
  readonly topic: string;
  /** Seconds that it is worth keeping for a device that can't be reached. */
  readonly ttl: number;
}

export type PushResult =
  | { readonly kind: "delivered" }
  /** The device is reached there no more: forget it. */
  | { readonly kind: "gone" }
  /** It may be taken later. */
  | { readonly kind: "busy"; readonly why: string }
  /** It will not be taken, now or later. */
  | { readonly kind: "refused"; readonly why: string };

export interface Push {
  /** The public key (VAPID) that a browser subscribes with. */
  readonly key: string;
  /** True when something can be pushed there: a well-formed address that this server may speak to, a service that is set up. */
  accepts(target: PushTarget): boolean;
  /** Hands a message over. Never throws: what went wrong is in the result. Never tries twice by itself. */
  send(target: PushTarget, message: PushMessage): Promise<PushResult>;
  stop(): Promise<void>;
}
