import { afterAll, expect, test } from "vitest";
import { team } from "#domains/team/contract.ts";
import { startInboxTest } from "#testing/inbox/inboxFixture.ts";
import { chatPresence } from "./contract.ts";

const { app, dealer, agent, fixture } = await startInboxTest();
afterAll(() => app.close());

const eventsSince = (before: number) => app.events.published.slice(before);
const room = `dealer:${dealer.dealer_id}:location:${dealer.location_id}`;

const { teamMembers } = (await agent(team.chat)).data;
const agentId = teamMembers.find(({ user_type }) => user_type === "agent")?.id;

test("presence is published to the location", async () => {
  const { chat_id } = await fixture.chat();
  const before = app.events.published.length;
  await agent(chatPresence.presence, { body: { chat_id, is_typing: 1, is_new: 1 } });
  await agent(chatPresence.presence, { body: { chat_id, is_typing: 0, is_here: 0 } });
  const who = { target_id: chat_id, user_id: agentId, name: "Agent Tester" };
  expect(eventsSince(before)).toEqual([
    { room, event: "chat-presence", payload: { ...who, is_typing: 1, is_here: 1, is_new: 1 } },
    { room, event: "chat-presence", payload: { ...who, is_typing: 0, is_here: 0, is_new: 0 } },
  ]);
});
