import { expect, test } from "vitest";
import { shownTitle } from "./shownTitle.ts";

test("the last title set is shown, and going away brings back the one before", () => {
  expect(shownTitle.now.get()).toBeUndefined();
  const seen: (string | undefined)[] = [];
  shownTitle.now.subscribe(() => seen.push(shownTitle.now.get()));
  const endCustomers = shownTitle.set("Customers");
  // The next screen mounts before the last one has gone.
  const endTeam = shownTitle.set("Team");
  endCustomers();
  expect(shownTitle.now.get()).toBe("Team");
  endTeam();
  expect(seen).toEqual(["Customers", "Team", "Team", undefined]);
});

test("two screens of one title don't take it from each other", () => {
  const [first, second] = [shownTitle.set("Tags"), shownTitle.set("Tags")];
  first();
  expect(shownTitle.now.get()).toBe("Tags");
  second();
  expect(shownTitle.now.get()).toBeUndefined();
});
