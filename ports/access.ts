/** Why a provider that somebody let us into did nothing. */
export type AccessFailure =
  /** Somebody withdrew our access, or it never sufficed: asking again is useless until someone connects again. */
  | { readonly kind: "needs_access"; readonly why: string }
  /** Perhaps later; after so many seconds, where the provider says. */
  | { readonly kind: "busy"; readonly why: string; readonly retryAfter?: number }
  /** Not found, which providers also answer now and then for what exists. */
  | { readonly kind: "missing"; readonly why: string }
  | { readonly kind: "refused"; readonly why: string };

/** A change whose deadline passed before it left. */
export const leftTooLate: AccessFailure = { kind: "busy", why: "The deadline passed before it left" };

/** Lasting access, a secret, and whose account it opens as the provider names it. */
export type GrantResult =
  | { readonly kind: "granted"; readonly access: string; readonly account: string }
  | AccessFailure;
