import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { numberSwap } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());

type Dealer = Awaited<ReturnType<typeof app.dealership>>;

async function trackingNumber({ dealer_id, location_id }: Dealer, source: string, number: string, state = "active") {
  await app.pool.query(
    `insert into tracking_numbers (dealer_id, location_id, source, area_code, number, state, requested_by, requested_at)
     select $1, $2, $3, '909', $4, $5, min(id), now() from users where dealer_id = $1`,
    [dealer_id, location_id, source, state === "active" ? number : null, state],
  );
}

const get = (url: string) => app.server.http.inject({ method: "GET", url });
const numbersOf = async (token: string) => (await get(`/w/numbers/${token}`)).json().numbers;

test("a website gets one active number a source, of its own location alone", async () => {
  const dealer = await app.dealership();
  const other = await app.dealership();
  await trackingNumber(dealer, "Google", "+19095550001");
  await trackingNumber(dealer, "Google", "+19095550002");
  await trackingNumber(dealer, "Radio", "", "requested");
  await trackingNumber(dealer, "Billboard", "", "canceled");
  await trackingNumber(other, "Facebook", "+19095550003");
  const owner = await app.signIn(dealer.owner);
  const { url, token, number, sources } = (await owner(numberSwap.script)).data;
  expect({ sources, number }).toEqual({ sources: ["Google"], number: dealer.number });
  expect((await get(new URL(url).pathname)).statusCode).toBe(200);
  expect(await numbersOf(token)).toEqual([{ source: "Google", number: "+19095550001" }]);
  const others = (await (await app.signIn(other.owner))(numberSwap.script)).data;
  expect(await numbersOf(others.token)).toEqual([{ source: "Facebook", number: "+19095550003" }]);
});

test("a token that isn't ours changes nothing on a website, whatever it is", async () => {
  const dealer = await app.dealership();
  await trackingNumber(dealer, "Google", "+19095550004");
  const { token } = (await (await app.signIn(dealer.owner))(numberSwap.script)).data;
  const changed = `${token.slice(0, -1)}${token.endsWith("A") ? "B" : "A"}`;
  const strange = [changed, token.toUpperCase(), "1-1.x", "%00", "%27%3B--", "../../x", "a".repeat(5_000), "🚗"];
  for (const one of strange) {
    const answer = await get(`/w/numbers/${encodeURIComponent(one)}`);
    expect(answer.statusCode).toBeLessThan(500);
    expect(answer.body).not.toContain("9095550004");
  }
});

test("every website may load the script, which has at most 3 kB, and the numbers, without cookies", async () => {
  const dealer = await app.dealership();
  const { token } = (await (await app.signIn(dealer.owner))(numberSwap.script)).data;
  const script = await get("/w/swap.js");
  expect(script.headers).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(Buffer.byteLength(script.body)).toBeLessThanOrEqual(3_072);
  const numbers = await get(`/w/numbers/${token}`);
  expect(numbers.headers["access-control-allow-origin"]).toBe("*");
  for (const { headers } of [script, numbers]) expect(headers["set-cookie"]).toBeUndefined();
});
