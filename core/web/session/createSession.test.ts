import { expect, test, vi } from "vitest";
import { createSession } from "./createSession.ts";

class MemoryStorage implements Storage {
  readonly items = new Map<string, string>();
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (key: string) => this.items.get(key) ?? null;
  setItem = (key: string, value: string) => void this.items.set(key, value);
  removeItem = (key: string) => void this.items.delete(key);
  clear = () => this.items.clear();
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

function openSession() {
  const persistent = new MemoryStorage();
  const perTab = new MemoryStorage();
  return { persistent, perTab, session: createSession(persistent, perTab) };
}

test("a completed sign-in is stored under the specified keys, and nothing else", () => {
  const { persistent, session } = openSession();
  session.start(user);
  expect(Object.fromEntries(persistent.items)).toEqual({
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

test("it survives a reload", () => {
  const { persistent, perTab, session } = openSession();
  session.start(user);
  expect(createSession(persistent, perTab).current()).toEqual(session.current());
});

test("an operator has no location", () => {
  const { persistent, session } = openSession();
  session.start({ ...user, user_type: "superadmin", location_id: null });
  expect(session.current()?.location_id).toBeNull();
  expect(persistent.getItem("Location-Id")).toBeNull();
});

test("a pending sign-in stays in the tab and is not signed in", () => {
  const { persistent, perTab, session } = openSession();
  session.startPending(user, "***0123");
  expect(persistent.length).toBe(0);
  expect(perTab.getItem("auth_token")).toBe("secret");
  expect(session.current()).toBeUndefined();
  expect(session.token()).toBe("secret");
  expect(session.pendingNumber()).toBe("***0123");
});

test("the second factor makes it persistent", () => {
  const { perTab, session } = openSession();
  session.startPending(user);
  session.promote();
  expect(perTab.length).toBe(0);
  expect(session.current()).toMatchObject({ auth_token: "secret", first_name: "Dana", location_id: 5 });
});

test("ending clears the user's data and keeps the browser's preferences", () => {
  const { persistent, perTab, session } = openSession();
  session.start(user);
  persistent.setItem("mantine-color-scheme-value", "dark");
  persistent.setItem("time_zone", "America/Denver");
  perTab.setItem("anything", "x");
  session.end();
  expect(Object.fromEntries(persistent.items)).toEqual({ "mantine-color-scheme-value": "dark" });
  expect(perTab.length).toBe(0);
  expect(session.current()).toBeUndefined();
});

test("another tab's logout is followed, and listeners are notified", () => {
  const { persistent, session } = openSession();
  session.start(user);
  const listener = vi.fn();
  session.subscribe(listener);
  persistent.clear();
  session.reload();
  expect(session.current()).toBeUndefined();
  expect(session.wasEndedOnPurpose()).toBe(true);
  expect(listener).toHaveBeenCalledOnce();
});

test("the same values give the same object, so that nothing renders again", () => {
  const { session } = openSession();
  session.start(user);
  const before = session.current();
  session.update({ first_name: "Dana" });
  session.reload();
  expect(session.current()).toBe(before);
  session.update({ first_name: "Diana" });
  expect(session.current()?.first_name).toBe("Diana");
});

test("the notice about a reset password appears once", () => {
  const { session } = openSession();
  session.start(user);
  session.endAfterReset();
  expect(session.current()).toBeUndefined();
  expect(session.takeResetFlag()).toBe(true);
  expect(session.takeResetFlag()).toBe(false);
});

test("an unknown role is not signed in", () => {
  const { persistent, session } = openSession();
  session.start(user);
  persistent.setItem("user_type", "emperor");
  session.reload();
  expect(session.current()).toBeUndefined();
});

test("unsent texts and drafts survive an expired session and another user's sign-in, but not a sign-out", () => {
  const { persistent, session } = openSession();
  session.start(user);
  persistent.setItem("unsent:3.7.5:a", "Hello");
  persistent.setItem("inbox_draft_3.7_1", "Not yet");
  persistent.setItem("campaign_draft_7_/text-campaign/add", "{}");
  persistent.setItem("customers-filter", "mine");
  session.expire();
  expect(Object.fromEntries(persistent.items)).toEqual({
    "unsent:3.7.5:a": "Hello",
    "inbox_draft_3.7_1": "Not yet",
    "campaign_draft_7_/text-campaign/add": "{}",
  });
  expect([session.endedByItself(), session.wasEndedOnPurpose()]).toEqual([true, false]);
  session.start({ ...user, id: 8 });
  expect(session.current()?.user_id).toBe(8);
  expect(session.endedByItself()).toBe(false);
  session.startPending(user);
  session.promote();
  expect(session.current()?.user_id).toBe(7);
  expect(persistent.getItem("unsent:3.7.5:a")).toBe("Hello");
  session.end();
  expect(persistent.items.size).toBe(0);
  expect([session.endedByItself(), session.wasEndedOnPurpose()]).toEqual([false, true]);
  session.start(user);
  expect(session.wasEndedOnPurpose()).toBe(false);
});

test("the push token is kept under the specified key until the sign-in ends", () => {
  const { persistent, session } = openSession();
  session.start(user);
  expect(session.pushToken()).toBeNull();
  session.keepPushToken("a token");
  expect(persistent.getItem("FCM-Token")).toBe("a token");
  expect(session.pushToken()).toBe("a token");
  session.keepPushToken(undefined);
  expect(persistent.getItem("FCM-Token")).toBeNull();
  session.keepPushToken("a token");
  session.end();
  expect(session.pushToken()).toBeNull();
});
