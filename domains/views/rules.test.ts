import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { screenOf } from "./fields.ts";
import { mayChange, openedAddress, viewAddress } from "./rules.ts";

test.each([
  ["/leads", "leads"],
  ["/leads?show=mine&sort=-received_at", "leads"],
  ["/customers/12?tag=3", "customers"],
  ["/tasks/", "tasks"],
  ["/inbox/all", "inbox"],
  ["/inbox/caf%C3%A9?sort=waiting", "inbox"],
  ["/inboxes", undefined],
  ["//evil.example/leads", undefined],
  ["https://evil.example/leads", undefined],
  ["/leads#x", undefined],
  ["/leads?a b", undefined],
  ["/leadsy", undefined],
  ["javascript:alert(1)", undefined],
  ["/leads/../admin", undefined],
  ["", undefined],
])("%j is of %j", (address, screen) => expect(screenOf(address)).toBe(screen));

describe("an address of a view", () => {
  test.each([
    ["/leads", "/leads"],
    ["/leads/", "/leads"],
    ["/leads?", "/leads"],
    ["/leads?page=3&show=mine&lead=12&q=moss&saved=4", "/leads?show=mine"],
    ["/leads?stage=2&owner=&show=mine", "/leads?show=mine&stage=2"],
    ["/customers/12/new?tag=3", "/customers/12?tag=3"],
    ["/inbox/unread/12?tab=inactive&at=7", "/inbox/unread?tab=inactive"],
    ["/inbox/2024/12", "/inbox/2024"],
    ["/inbox/2024", "/inbox/2024"],
    ["/leads?view=board&kind=sales", "/leads?kind=sales"],
  ])("%j is %j", (address, kept) => expect(viewAddress(address)).toBe(kept));

  test("stays as it is, whatever is opened with it and in whatever order", () => {
    const pairs = fc.uniqueArray(fc.tuple(fc.stringMatching(/^[a-z]{3}$/), fc.stringMatching(/^[a-z0-9]{1,4}$/)), {
      selector: ([name]) => name,
    });
    fc.assert(
      fc.property(pairs, fc.nat(), (filters, id) => {
        const query = filters.map((pair) => pair.join("=")).join("&");
        const address = viewAddress(`/leads?${query}`);
        expect(viewAddress(address)).toBe(address);
        expect(viewAddress(openedAddress({ id, address }))).toBe(address);
        expect(
          viewAddress(
            `/leads?${filters
              .toReversed()
              .map((pair) => pair.join("="))
              .join("&")}`,
          ),
        ).toBe(address);
      }),
    );
  });
});

test.each([
  ["their own", { user_id: 7, is_shared: 0 }, "agent", true],
  ["their own for the team", { user_id: 7, is_shared: 1 }, "agent", true],
  ["the team's as an agent", { user_id: 8, is_shared: 1 }, "agent", false],
  ["the team's as a manager", { user_id: 8, is_shared: 1 }, "manager", true],
  ["somebody's own as the owner", { user_id: 8, is_shared: 0 }, "dealer", false],
] as const)("%s: %j as %s %j", (_, view, role, may) => expect(mayChange(view, { user_id: 7, role })).toBe(may));
