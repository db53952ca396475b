/** The reset request that this tab stores until the new password is set. */
export interface Forgotten {
  /** The ticket. */
  readonly id: string;
  readonly email: string;
}

const key = "forgot_password";

export function keepForgotten({ id, email }: Forgotten): void {
  sessionStorage.setItem(key, JSON.stringify({ id, email }));
}

export function readForgotten(): Forgotten | undefined {
  const stored = sessionStorage.getItem(key);
  return stored === null ? undefined : (JSON.parse(stored) as Forgotten);
}
