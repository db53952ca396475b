import fc from "fast-check";
import { expect, test } from "vitest";
import { linkProblem, type SiteKind, siteKinds } from "./fields.ts";
import { offeredSites, siteTitle } from "./rules.ts";

test.each<[SiteKind, string]>([
  ["google", "https://search.google.com/local/writereview?placeid=ChIJ123"],
  ["google", "https://g.page/r/abc/review"],
  ["facebook", "https://www.facebook.com/dealer/reviews"],
  ["cars", "https://www.cars.com/dealers/123/"],
  ["dealerrater", "https://www.dealerrater.com/dealer/1"],
  ["yelp", "https://www.yelp.com/writeareview/biz/1"],
  ["other", "https://reviews.example.com:8443/us?a=b#c"],
])("%s takes %s", (kind, link) => {
  expect(linkProblem(kind, link)).toBeUndefined();
});

test.each<[SiteKind, string]>([
  ["google", "http://search.google.com/local/writereview"],
  ["google", "https://google.com.evil.example/review"],
  ["google", "https://google.com@evil.example/"],
  ["google", "https://notgoogle.com/"],
  ["facebook", "https://www.google.com/"],
  ["other", "javascript:alert(1)"],
  ["other", "https://localhost/"],
  ["other", "https://a.example/b c"],
  ["other", ""],
])("%s refuses %s", (kind, link) => {
  expect(linkProblem(kind, link)).toBeDefined();
});

test.each(["https://google.com@evil.example/", "https://ana:secret@google.com/maps", "https://@google.com/maps"])(
  "says that %s names a user",
  (link) => {
    for (const kind of siteKinds)
      expect(linkProblem(kind, link)).toBe("Enter an address without a username or password");
  },
);

test("offers what is shown, in the location's order", () => {
  const site = (id: number, place: number, is_shown: 0 | 1 = 1) =>
    ({ id, kind: "google", title: "", write_url: `https://g.page/${id}`, place, is_shown }) as const;
  expect(offeredSites([site(1, 3), site(2, 1), site(3, 2, 0), site(4, 1)]).map(({ id }) => id)).toEqual([2, 4, 1]);
});

test("the order doesn't depend on how the sites were read", () => {
  const site = fc.record({
    id: fc.nat(),
    kind: fc.constantFrom(...siteKinds),
    title: fc.string(),
    write_url: fc.constant("https://g.page/r"),
    place: fc.nat({ max: 5 }),
    is_shown: fc.constantFrom(0 as const, 1 as const),
  });
  fc.assert(
    fc.property(fc.uniqueArray(site, { selector: ({ id }) => id }), (sites) => {
      expect(offeredSites(sites.toReversed())).toEqual(offeredSites(sites));
    }),
  );
});

test("a site of one's own has its own name", () => {
  expect(siteTitle({ kind: "other", title: "Our guestbook" })).toBe("Our guestbook");
  expect(siteTitle({ kind: "cars", title: "" })).toBe("Cars.com");
});
