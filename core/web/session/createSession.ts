import { createObservable } from "#core/observable.ts";
import { type Role, roles } from "#core/people.ts";

/** The signed-in user as the browser stores them: the names are also the storage keys. */
export interface Session {
  auth_token: string;
  /** Absent until the profile loads, in browsers that signed in before it was stored. */
  user_id?: number;
  user_type: Role;
  dealer_id: number;
  /** The acting location; null for the operator. */
  location_id: number | null;
  location: string;
  location_address: string;
  business_name: string;
  first_name: string;
  last_name: string;
  user_name_initials: string;
  /** Somebody else chose the password. */
  must_change_password?: boolean;
  /** The operator has read-only support access to this business's account. */
  visiting?: boolean;
}

export type SignedInUser = Omit<Session, "auth_token" | "user_id"> & { access_token: string; id?: number };

const textKeys = [
  "location",
  "location_address",
  "business_name",
  "first_name",
  "last_name",
  "user_name_initials",
] as const satisfies (keyof Session)[];

/** This browser's push token, where the server has Firebase set up. */
const pushTokenKey = "FCM-Token";
const resetFlag = "password_reset_success";
const signedOutFlag = "signed_out";
const twoFactorNumber = "two_factor_number";
const twoFactorNotice = "two_factor_notice";
const pendingId = "pending_id";
const numberIsNew = "two_factor_number_is_new";

/** How this browser shows the product: no secret of anybody, so it survives a logout. */
const preferenceKeys = [
  "mantine-color-scheme-value",
  "navigation",
  "sound",
  "push-line",
  "comfortable",
  "chosen-views",
] as const;
export type Preferences = Partial<Record<(typeof preferenceKeys)[number], string>>;

/** Unsent texts and drafts, stored under their author's key until that user signs in here again. */
const unsentKeyPattern = /^(unsent:|inbox_draft_|campaign_draft_)/;

/** The part of the Storage interface used here, so that tests can provide their own. */
export type StorageLike = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear" | "key" | "length">;

/** The session over two storages: one that persists, and one that ends with the tab. */
export function createSession(persistent: StorageLike, perTab: StorageLike) {
  let stored: Session | undefined = read();
  let endedOnPurpose = false;
  const observable = createObservable(() => stored);

  function read(): Session | undefined {
    const auth_token = persistent.getItem("auth_token");
    const user_type = roles.find((role) => role === persistent.getItem("user_type"));
    if (!auth_token || !user_type) return undefined;
    const location_id = Number(persistent.getItem("Location-Id") ?? persistent.getItem("location_id"));
    const rest = Object.fromEntries(textKeys.map((key) => [key, persistent.getItem(key) ?? ""]));
    const dealer_id = Number(persistent.getItem("dealer_id"));
    const user_id = Number(persistent.getItem("user_id"));
    const must_change_password = persistent.getItem("must_change_password") === "true";
    const session = { auth_token, user_type, dealer_id, location_id: location_id || null, ...rest } as Session;
    if (user_id > 0) session.user_id = user_id;
    if (persistent.getItem("visiting") === "true") session.visiting = true;
    return must_change_password ? { ...session, must_change_password } : session;
  }

  function preferences(): Preferences {
    const present = preferenceKeys.map((key) => [key, persistent.getItem(key)] as const);
    return Object.fromEntries(present.filter(([, value]) => value !== null));
  }

  function unsent(): Record<string, string> {
    const keys = Array.from({ length: persistent.length }, (_, at) => persistent.key(at) ?? "");
    return Object.fromEntries(
      keys.filter((key) => unsentKeyPattern.test(key)).map((key) => [key, persistent.getItem(key) ?? ""]),
    );
  }

  function clear(remaining: Record<string, string>): void {
    persistent.clear();
    perTab.clear();
    for (const [key, value] of Object.entries(remaining)) persistent.setItem(key, value);
  }

  function changed(): void {
    const next = read();
    // However the sign-out is noticed: by its answer, by the storage that it clears, or from another tab.
    if (!next && stored) endedOnPurpose = perTab.getItem(signedOutFlag) === null;
    if (next) endedOnPurpose = false;
    // Keep the same object while nothing has changed, so that React doesn't render again.
    if (JSON.stringify(next) !== JSON.stringify(stored)) stored = next;
    observable.notify();
  }

  function write(values: Partial<Session>): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === null || value === undefined) persistent.removeItem(key);
      else persistent.setItem(key, String(value));
    }
    if (values.location_id !== undefined) {
      if (values.location_id === null) persistent.removeItem("Location-Id");
      else persistent.setItem("Location-Id", String(values.location_id));
    }
  }

  return {
    /** The push token that goes along with each call; null without one. */
    pushToken: () => persistent.getItem(pushTokenKey),

    keepPushToken(token: string | undefined): void {
      if (token === undefined) persistent.removeItem(pushTokenKey);
      else persistent.setItem(pushTokenKey, token);
    },

    /** The signed-in user, or undefined. The same object until something changes. */
    current: observable.get,
    /** The token for calls: of the completed sign-in, else of one that awaits its second factor. */
    token: (): string | undefined => stored?.auth_token ?? perTab.getItem("auth_token") ?? undefined,
    /** Stores a completed sign-in. */
    start(user: SignedInUser): void {
      const { access_token, ...rest } = user;
      clear({ ...unsent(), ...preferences() });
      write({ ...sessionValues(rest), auth_token: access_token });
      changed();
    },
    /** Stores a sign-in that awaits its second factor, for this tab only. */
    startPending(user: SignedInUser & { id: number }, number = "", notice = ""): void {
      clear({ ...unsent(), ...preferences() });
      const { access_token, ...rest } = user;
      perTab.setItem(pendingId, String(user.id));
      perTab.setItem("auth_token", access_token);
      perTab.setItem("pending_user", JSON.stringify(sessionValues(rest)));
      if (number) perTab.setItem(twoFactorNumber, number);
      perTab.setItem(twoFactorNotice, notice);
      changed();
    },
    /** Completes the pending sign-in after its second factor. */
    promote(): void {
      const auth_token = perTab.getItem("auth_token");
      const user = perTab.getItem("pending_user");
      if (!auth_token || !user) return;
      perTab.clear();
      write({ ...(JSON.parse(user) as Omit<Session, "auth_token">), auth_token });
      changed();
    },
    /** Updates names, business and location. */
    update(values: Partial<Omit<Session, "auth_token">>): void {
      if (!stored) return;
      const current = stored;
      const changes = Object.entries(values).filter(([key, value]) => current[key as keyof Session] !== value);
      if (changes.length === 0) return;
      write(Object.fromEntries(changes));
      changed();
    },
    /** How this browser shows the product. */
    preferences,
    /** Clears everything personal, so that the next user of this browser finds nothing. */
    end(remaining: Preferences = preferences()): void {
      clear(remaining);
      changed();
    },
    /** The server no longer knows the session: clears everything but the user's unsent texts and drafts. */
    expire(): void {
      const wasSignedIn = stored !== undefined;
      clear({ ...unsent(), ...preferences() });
      if (wasSignedIn) perTab.setItem(signedOutFlag, "1");
      changed();
    },
    /** After a password reset: clears everything but the notice for the login screen. */
    endAfterReset(): void {
      clear(preferences());
      persistent.setItem(resetFlag, "1");
      changed();
    },
    /** True once after a password reset. */
    takeResetFlag(): boolean {
      const set = persistent.getItem(resetFlag) !== null;
      persistent.removeItem(resetFlag);
      return set;
    },
    /** True when the user signed out, here or in another tab, rather than losing the session. */
    wasEndedOnPurpose: (): boolean => endedOnPurpose,
    /** True when the session ended by itself in this tab, until somebody signs in. */
    endedByItself: (): boolean => perTab.getItem(signedOutFlag) !== null,
    /** The user whose second factor is pending; 0 for none. */
    pendingId: (): number => Number(perTab.getItem(pendingId) ?? 0),
    /** The phone number that the pending sign-in's code went to. */
    pendingNumber: (): string => perTab.getItem(twoFactorNumber) ?? "",
    /** Why the pending sign-in's code was not texted; empty if it was. */
    pendingNotice: (): string => perTab.getItem(twoFactorNotice) ?? "",
    /** A code went to a newly typed number: until it is verified, it can be changed. */
    keepTypedNumber(number: string, notice = ""): void {
      perTab.setItem(twoFactorNumber, number);
      perTab.setItem(twoFactorNotice, notice);
      perTab.setItem(numberIsNew, "1");
    },
    /** Stores the number that a further code went to. */
    keepPendingNumber: (number: string): void => perTab.setItem(twoFactorNumber, number),
    mayChangeNumber: (): boolean => perTab.getItem(numberIsNew) !== null,
    /** Reads the storage again after another tab wrote to it. */
    reload: changed,
    subscribe: observable.subscribe,
  };
}

function sessionValues(user: Omit<SignedInUser, "access_token">): Omit<Session, "auth_token"> {
  const { id, user_type, dealer_id, location_id } = user;
  const { location, location_address, business_name, first_name, last_name, user_name_initials } = user;
  const { must_change_password = false } = user;
  const names = { location, location_address, business_name, first_name, last_name, user_name_initials };
  return {
    ...(id && { user_id: id }),
    user_type,
    dealer_id,
    location_id,
    ...names,
    ...(must_change_password && { must_change_password }),
  };
}
