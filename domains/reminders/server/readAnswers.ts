import { reminderAnswer } from "#domains/inboundIntent/rules.ts";
import type { AfterInbound } from "#domains/inbox/conversation/server/public.ts";
import { takeAnswerJob } from "./jobs.ts";

/** Hands over the texts that may answer a reminder; a job finds out whether there is one, so that texts aren't held up. */
export const readAnswers: AfterInbound = async ({ enqueue }, { dealer_id, location_id }, texts) => {
  for (const { words, ...text } of texts) {
    const answer = reminderAnswer(words);
    if (answer) enqueue(takeAnswerJob, { dealer_id, location_id, ...text, answer });
  }
};
