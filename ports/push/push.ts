/** The port to push services, which reach a browser or phone while the app is closed. */

/** A browser's push subscription, with the keys that encrypt its messages. */
export interface WebPushTarget {
  readonly kind: "web";
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** A phone or browser registered with Firebase. */
export interface FcmTarget {
  readonly kind: "fcm";
  readonly token: string;
}

export type PushTarget = WebPushTarget | FcmTarget;

export interface PushMessage {
  /** Flat, strings only: Firebase accepts nothing else. */
  readonly data: Readonly<Record<string, string>>;
  /** A pending message is replaced by a newer one of its topic. At most 32 letters, digits, `-` and `_`. */
  readonly topic: string;
  /** Seconds to keep it for an unreachable device. */
  readonly ttl: number;
}

export type PushResult =
  | { readonly kind: "delivered" }
  /** The device is no longer registered: forget it. */
  | { readonly kind: "gone" }
  /** Not accepted now; may be retried later. */
  | { readonly kind: "busy"; readonly why: string }
  /** Permanently rejected. */
  | { readonly kind: "refused"; readonly why: string };

export interface Push {
  /** The VAPID public key that browsers subscribe with; empty without web push. */
  readonly vapidPublicKey: string;
  /** True when Firebase is set up, besides the browsers' own services. */
  readonly reachesFirebase: boolean;
  /** True for a well-formed target of a configured service that this server may connect to. */
  accepts(target: PushTarget): boolean;
  /** Sends a message. Never throws (errors are in the result) and never retries on its own. */
  send(target: PushTarget, message: PushMessage): Promise<PushResult>;
  stop(): Promise<void>;
}
