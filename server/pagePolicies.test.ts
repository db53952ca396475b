import { afterAll, expect, test } from "vitest";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import { encodings } from "#testing/encodings.ts";
import { startTestApp } from "#testing/testApp.ts";
import { visitorOf } from "#testing/widget/visitor.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();
const { key } = await visitorOf(app, await app.signIn(dealer.owner));

const { privacy } = await app.server.within.cellOf.read(dealer, "a test", (db) =>
  legalAddresses(db, dealer.dealer_id, ""),
);
const legalPath = (page: string) => privacy.replace(/privacy$/, page);

const ofWidgets = "frame-ancestors *";
const ofOthers = /default-src 'self'|default-src 'none'/;

/** Pages that the server writes itself, found and not found, and answers that are no pages. */
const addresses: readonly (readonly [string, number, string | RegExp])[] = [
  [`/w/${key}`, 200, "script-src 'self'"],
  [`/w/${"0".repeat(32)}`, 404, ofWidgets],
  [legalPath("privacy"), 200, ofOthers],
  [legalPath("terms"), 200, ofOthers],
  [legalPath("texts"), 200, ofOthers],
  ["/legal/unknown-0000000000/privacy", 404, ofOthers],
  ["/legal/unknown", 404, ofOthers],
  ["/r/unknown", 404, ofOthers],
  ["/j/unknown", 404, ofOthers],
  ["/u/unknown", 404, ofOthers],
  ["/v/unknown", 404, ofOthers],
  ["/f/unknown", 404, ofOthers],
  ["/files/1/x/y", 404, ofOthers],
  ["/r/poster/unknown", 404, ofOthers],
  ["/api/docs", 200, ofOthers],
  ["/api/unknown", 404, ofOthers],
  ["/api/team/%zz", 400, ofOthers],
];

test.each(addresses)("%s answers %i with its policies in every encoding", async (url, status, policy) => {
  for (const method of ["GET", "HEAD"] as const)
    for (const encoding of encodings) {
      const headers = encoding === undefined ? {} : { "accept-encoding": encoding };
      const answer = await app.http.inject({ method, url, headers });
      expect(answer.statusCode, `${method} ${encoding}`).toBe(status);
      const sent = String(answer.headers["content-security-policy"]);
      if (typeof policy === "string") expect(sent).toContain(policy);
      else expect(sent).toMatch(policy);
      expect(answer.headers["x-content-type-options"]).toBe("nosniff");
      if (status !== 400) expect(answer.headers["permissions-policy"]).toContain("geolocation=()");
    }
});
