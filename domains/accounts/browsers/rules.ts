/** How many attempts an account gets in how many seconds: strangers' together, and those of its known browsers together. */
export interface AttemptLimit {
  /** The counter's name. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

/** Who attempts something at an account. */
export interface Attempter {
  /** The login email, whether or not an account has it; or what else attempts are counted by. */
  readonly account: string;
  /** True when this browser has signed in to the account before. */
  readonly isKnownBrowser: boolean;
}

/** The counter that an attempt belongs to: known browsers have one of their own, which no stranger can use up. */
export function counterOf(limit: AttemptLimit, isKnownBrowser: boolean): string {
  return isKnownBrowser ? `${limit.name}, known` : limit.name;
}

/** Seconds that a browser keeps its token: the longest that browsers allow. */
export const browserSeconds = 400 * 24 * 3600;

/** Known browsers of one account; the least recently used are forgotten first. */
export const maxKnownBrowsers = 100;

const browserToken = /^[\w-]{22}$/;

/** True for a token that we may have issued: 128 bits. */
export function isBrowserToken(value: string | undefined): value is string {
  return value !== undefined && browserToken.test(value);
}
