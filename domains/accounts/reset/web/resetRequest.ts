/** The reset request that this tab stores until the new password is set. */
export interface ResetRequest {
  /** The ticket. */
  readonly id: string;
  readonly email: string;
}

const key = "forgot_password";

export function storeResetRequest({ id, email }: ResetRequest): void {
  sessionStorage.setItem(key, JSON.stringify({ id, email }));
}

export function readResetRequest(): ResetRequest | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as ResetRequest);
}
