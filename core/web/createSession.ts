import { type Role, roles } from "#core/people.ts";

/** What the browser keeps of the signed-in person: these names are also the keys in its storage. */
export interface Session {
  auth_token: string;
  /** Missing until the profile has come, in a browser that was signed in before it was kept. */
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
  /** The password is one that somebody else chose. */
  must_change_password?: boolean;
  /** The platform's operator, who looks into this business's account and changes nothing there. */
  visiting?: boolean;
}

export type SignedInUser = Omit<Session, "auth_token" | "user_id"> & { access_token: string; id?: number };

const texts = [
  "location",
  "location_address",
  "business_name",
  "first_name",
  "last_name",
  "user_name_initials",
] as const satisfies (keyof Session)[];

const resetFlag = "password_reset_success";
const twoFactorNumber = "two_factor_number";
const pendingId = "pending_id";
const numberIsNew = "two_factor_number_is_new";

/** How this browser shows the product: not personal, so it outlives a logout. */
const preferenceKeys = ["mantine-color-scheme-value", "navigation", "sound", "push-line"] as const;
export type Preferences = Partial<Record<(typeof preferenceKeys)[number], string>>;

/** What a person wrote and nobody has taken yet: it is kept under a name of theirs until they sign in here again. */
const unsentKey = /^unsent:/;

/** The part of the browser's storage that is used here, so that tests can give their own. */
export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem" | "clear" | "key" | "length">;

/** The session over two storages: the lasting one, and the one that ends with the tab. */
export function createSession(lasting: Shelf, passing: Shelf) {
  const listeners = new Set<() => void>();
  let known: Session | undefined = read();

  function read(): Session | undefined {
    const auth_token = lasting.getItem("auth_token");
    const user_type = roles.find((role) => role === lasting.getItem("user_type"));
    if (!auth_token || !user_type) return undefined;
    const location_id = Number(lasting.getItem("Location-Id") ?? lasting.getItem("location_id"));
    const rest = Object.fromEntries(texts.map((key) => [key, lasting.getItem(key) ?? ""]));
    const dealer_id = Number(lasting.getItem("dealer_id"));
    const user_id = Number(lasting.getItem("user_id"));
    const must_change_password = lasting.getItem("must_change_password") === "true";
    const known = { auth_token, user_type, dealer_id, location_id: location_id || null, ...rest } as Session;
    if (user_id > 0) known.user_id = user_id;
    if (lasting.getItem("visiting") === "true") known.visiting = true;
    return must_change_password ? { ...known, must_change_password } : known;
  }

  function preferences(): Preferences {
    const kept = preferenceKeys.map((key) => [key, lasting.getItem(key)] as const);
    return Object.fromEntries(kept.filter(([, value]) => value !== null));
  }

  function unsent(): Record<string, string> {
    const keys = Array.from({ length: lasting.length }, (_, at) => lasting.key(at) ?? "");
    return Object.fromEntries(
      keys.filter((key) => unsentKey.test(key)).map((key) => [key, lasting.getItem(key) ?? ""]),
    );
  }

  function clear(kept: Record<string, string>): void {
    lasting.clear();
    passing.clear();
    for (const [key, value] of Object.entries(kept)) lasting.setItem(key, value);
  }

  function changed(): void {
    const next = read();
    // The same object as long as nothing changed, so that nothing is drawn again.
    if (JSON.stringify(next) !== JSON.stringify(known)) known = next;
    for (const listener of listeners) listener();
  }

  function write(values: Partial<Session>): void {
    for (const [key, value] of Object.entries(values)) {
      if (value === null || value === undefined) lasting.removeItem(key);
      else lasting.setItem(key, String(value));
    }
    if (values.location_id !== undefined) {
      if (values.location_id === null) lasting.removeItem("Location-Id");
      else lasting.setItem("Location-Id", String(values.location_id));
    }
  }

  return {
    /** The signed-in person, or undefined. The same object until something changes. */
    current: (): Session | undefined => known,
    /** The token for calls: the lasting one, else that of a sign-in which waits for its second factor. */
    token: (): string | undefined => known?.auth_token ?? passing.getItem("auth_token") ?? undefined,
    /** Keeps a completed sign-in. */
    start(user: SignedInUser): void {
      const { access_token, ...rest } = user;
      clear({ ...unsent(), ...preferences() });
      write({ ...pick(rest), auth_token: access_token });
      changed();
    },
    /** Keeps a sign-in that waits for its second factor, for this tab only. */
    startPending(user: SignedInUser & { id: number }, number = ""): void {
      clear({ ...unsent(), ...preferences() });
      const { access_token, ...rest } = user;
      passing.setItem(pendingId, String(user.id));
      passing.setItem("auth_token", access_token);
      passing.setItem("pending_user", JSON.stringify(pick(rest)));
      if (number) passing.setItem(twoFactorNumber, number);
      changed();
    },
    /** The second factor was right: the pending sign-in becomes the lasting one. */
    promote(): void {
      const auth_token = passing.getItem("auth_token");
      const user = passing.getItem("pending_user");
      if (!auth_token || !user) return;
      passing.clear();
      write({ ...(JSON.parse(user) as Omit<Session, "auth_token">), auth_token });
      changed();
    },
    /** Brings names, business and location up to date. */
    update(values: Partial<Omit<Session, "auth_token">>): void {
      if (!known) return;
      const current = known;
      const news = Object.entries(values).filter(([key, value]) => current[key as keyof Session] !== value);
      if (news.length === 0) return;
      write(Object.fromEntries(news));
      changed();
    },
    /** How this browser shows the product. */
    preferences,
    /** Forgets everything about the person, so that the next one at this browser finds nothing. */
    end(kept: Preferences = preferences()): void {
      clear(kept);
      changed();
    },
    /** The server knows the sign-in no more: all is forgotten but what the person wrote and nobody took. */
    expire(): void {
      clear({ ...unsent(), ...preferences() });
      changed();
    },
    /** The password was reset: all is forgotten but the word for the login screen. */
    endAfterReset(): void {
      clear(preferences());
      lasting.setItem(resetFlag, "1");
      changed();
    },
    /** True once after a password reset. */
    takeResetFlag(): boolean {
      const set = lasting.getItem(resetFlag) !== null;
      lasting.removeItem(resetFlag);
      return set;
    },
    /** Who signs in but still lacks the second factor; 0 when nobody does. */
    pendingId: (): number => Number(passing.getItem(pendingId) ?? 0),
    /** What is known of a pending sign-in: where the code went. */
    pendingNumber: (): string => passing.getItem(twoFactorNumber) ?? "",
    /** A code went to a number that was just typed: until it is proved, another one can be typed. */
    keepTypedNumber(number: string): void {
      passing.setItem(twoFactorNumber, number);
      passing.setItem(numberIsNew, "1");
    },
    /** Another code went there. */
    keepPendingNumber: (number: string): void => passing.setItem(twoFactorNumber, number),
    mayChangeNumber: (): boolean => passing.getItem(numberIsNew) !== null,
    /** Another tab wrote: see what it is now. */
    reload: changed,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function pick(user: Omit<SignedInUser, "access_token">): Omit<Session, "auth_token"> {
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
