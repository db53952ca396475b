import { afterAll, expect, test } from "vitest";
import { startTestApp } from "#testing/testApp.ts";
import { team } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
const dealer = await app.dealership();

const namesSeenBy = async (email: string, location_id?: number) => {
  const call = await app.signIn(email, location_id);
  return (await call(team.chat)).data.teamMembers.map(({ name }) => name);
};

test("a location's people are those who belong to it, and the owner", async () => {
  expect(await namesSeenBy(dealer.agent)).toEqual(["Agent Tester", "Manager Tester", "Owner Tester"]);
  expect(await namesSeenBy(dealer.otherAgent)).toEqual(["Other Tester", "Owner Tester"]);
  expect(await namesSeenBy(dealer.owner, dealer.otherLocation_id)).toEqual(["Other Tester", "Owner Tester"]);
});

test("members have initials and role, and no secrets", async () => {
  const call = await app.signIn(dealer.agent);
  const [first] = (await call(team.chat)).data.teamMembers;
  expect(first).toEqual({
    id: expect.any(Number),
    first_name: "Agent",
    last_name: "Tester",
    name: "Agent Tester",
    name_initials: "AT",
    user_type: "agent",
    email: dealer.agent,
    user_image: null,
  });
});

test("excludes deactivated members and other businesses' people", async () => {
  const foreign = await app.dealership();
  await app.pool.query("update users set is_active = false where email = $1", [foreign.manager]);
  expect(await namesSeenBy(foreign.agent)).toEqual(["Agent Tester", "Owner Tester"]);
  const call = await app.signIn(foreign.agent);
  const emails = (await call(team.chat)).data.teamMembers.map(({ email }) => email);
  expect(emails).toEqual([foreign.agent, foreign.owner]);
});
