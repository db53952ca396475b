/** How many attempts an account gets in how many seconds: strangers' together, and those of its known browsers together. */
export interface AttemptLimit {
  /** The counter's name. */
  readonly name: string;
  readonly points: number;
  readonly seconds: number;
}

const hour = 3600;

/** Passwords tried at one account's sign-in; a reset still works when they are used up. */
export const passwordLimit: AttemptLimit = { name: "login", points: 10, seconds: 900 };

/** Passwords that somebody who is signed in tries at their own account. */
export const ownPasswordLimit: AttemptLimit = { name: "own password", points: 10, seconds: 900 };

/** Guesses at one account's codes of a purpose; those of a reset are counted by its ticket, so that they stop no other. */
export function guessLimit(purpose: string): AttemptLimit {
  return { name: `guesses, ${purpose}`, points: 30, seconds: hour };
}

/** Codes of a purpose sent to one account, so that no phone or mailbox is flooded. */
export function sendLimit(purpose: string): AttemptLimit {
  return { name: `codes, ${purpose}`, points: 20, seconds: hour };
}

/** Every limit that could keep an account's holder out. A verified reset ends them. */
export const accountLimits: readonly AttemptLimit[] = [
  passwordLimit,
  ownPasswordLimit,
  ...["sign_in", "phone", "reauthenticate"].flatMap((purpose) => [guessLimit(purpose), sendLimit(purpose)]),
];

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
