/** What this tab keeps between asking for a code and the new password. */
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
  const kept = sessionStorage.getItem(key);
  return kept === null ? undefined : (JSON.parse(kept) as Forgotten);
}
