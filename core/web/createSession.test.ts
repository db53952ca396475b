import { expect, test, vi } from "vitest";
import { createSession } from "./createSession.ts";

class Drawer implements Storage {
  readonly kept = new Map<string, string>();
  get length() {
    return this.kept.size;
  }
  key = (index: number) => [...this.kept.keys()][index] ?? null;
  getItem = (key: string) => this.kept.get(key) ?? null;
  setItem = (key: string, value: string) => void this.kept.set(key, value);
  removeItem = (key: string) => void this.kept.delete(key);
  clear = () => this.kept.clear();
}

const user = {
  id: 7,
  first_name: "Dana",
  last_name: "Whitfield",
  user_name_initials: "DW",
  user_type: "dealer" as const,
  dealer_id: 3,
  location_id: 5,
  location: "Downtown",
  location_address: "1 Main St",
  business_name: "Summit Ridge",
  access_token: "secret",
};

function opened() {
  const lasting = new Drawer();
  const passing = new Drawer();
  return { lasting, passing, session: createSession(lasting, passing) };
}

test("a completed sign-in is kept under the specified names, and nothing else of the person", () => {
  const { lasting, session } = opened();
  session.start(user);
  expect(Object.fromEntries(lasting.kept)).toEqual({
    auth_token: "secret",
    user_id: "7",
    user_type: "dealer",
    dealer_id: "3",
    location_id: "5",
    "Location-Id": "5",
    location: "Downtown",
    location_address: "1 Main St",
    business_name: "Summit Ridge",
    first_name: "Dana",
    last_name: "Whitfield",
    user_name_initials: "DW",
  });
  expect(session.token()).toBe("secret");
  expect(session.current()).toMatchObject({ first_name: "Dana", location_id: 5, dealer_id: 3 });
});

test("it is there after a reload", () => {
  const { lasting, passing, session } = opened();
  session.start(user);
  expect(createSession(lasting, passing).current()).toEqual(session.current());
});

test("an operator has no location", () => {
  const { lasting, session } = opened();
  session.start({ ...user, user_type: "superadmin", location_id: null });
  expect(session.current()?.location_id).toBeNull();
  expect(lasting.getItem("Location-Id")).toBeNull();
});

test("a pending sign-in lives in the tab only and is not signed in", () => {
  const { lasting, passing, session } = opened();
  session.startPending(user, "***0123");
  expect(lasting.length).toBe(0);
  expect(passing.getItem("auth_token")).toBe("secret");
  expect(session.current()).toBeUndefined();
  expect(session.token()).toBe("secret");
  expect(session.pendingNumber()).toBe("***0123");
});

test("the second factor makes it a lasting one", () => {
  const { passing, session } = opened();
  session.startPending(user);
  session.promote();
  expect(passing.length).toBe(0);
  expect(session.current()).toMatchObject({ auth_token: "secret", first_name: "Dana", location_id: 5 });
});

test("the end forgets the person and keeps how the browser shows the product", () => {
  const { lasting, passing, session } = opened();
  session.start(user);
  lasting.setItem("mantine-color-scheme-value", "dark");
  lasting.setItem("time_zone", "America/Denver");
  passing.setItem("anything", "x");
  session.end();
  expect(Object.fromEntries(lasting.kept)).toEqual({ "mantine-color-scheme-value": "dark" });
  expect(passing.length).toBe(0);
  expect(session.current()).toBeUndefined();
});

test("another tab's logout is followed, and listeners hear it", () => {
  const { lasting, session } = opened();
  session.start(user);
  const heard = vi.fn();
  session.subscribe(heard);
  lasting.clear();
  session.reload();
  expect(session.current()).toBeUndefined();
  expect(heard).toHaveBeenCalledOnce();
});

test("the same values give the same object, so that nothing is drawn again", () => {
  const { session } = opened();
  session.start(user);
  const before = session.current();
  session.update({ first_name: "Dana" });
  session.reload();
  expect(session.current()).toBe(before);
  session.update({ first_name: "Diana" });
  expect(session.current()?.first_name).toBe("Diana");
});

test("the word about a reset password is said once", () => {
  const { session } = opened();
  session.start(user);
  session.endAfterReset();
  expect(session.current()).toBeUndefined();
  expect(session.takeResetFlag()).toBe(true);
  expect(session.takeResetFlag()).toBe(false);
});

test("a role that doesn't exist is no sign-in", () => {
  const { lasting, session } = opened();
  session.start(user);
  lasting.setItem("user_type", "emperor");
  session.reload();
  expect(session.current()).toBeUndefined();
});

test("what somebody wrote and nobody took outlives an expired session and another's sign-in, and ends with a sign-out", () => {
  const { lasting, session } = opened();
  session.start(user);
  lasting.setItem("unsent:3.7.5:a", "Hello");
  lasting.setItem("inbox_draft_1", "Not yet");
  session.expire();
  expect(Object.fromEntries(lasting.kept)).toEqual({ "unsent:3.7.5:a": "Hello" });
  session.start({ ...user, id: 8 });
  expect(session.current()?.user_id).toBe(8);
  session.startPending(user);
  session.promote();
  expect(session.current()?.user_id).toBe(7);
  expect(lasting.getItem("unsent:3.7.5:a")).toBe("Hello");
  session.end();
  expect(lasting.kept.size).toBe(0);
});
