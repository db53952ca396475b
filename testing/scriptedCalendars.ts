import type { CalendarAnswer, CalendarQuery, Calendars } from "#ports/calendar/calendar.ts";
import { isPublicWebAddress } from "#ports/publicAddress.ts";

/** For tests: people's own calendars, which a test writes. */
export interface ScriptedCalendars extends Calendars {
  /** Answers by address; any other is a failure. */
  readonly answers: Map<string, CalendarAnswer>;
  readonly asked: CalendarQuery[];
}

export function createScriptedCalendars(): ScriptedCalendars {
  const answers = new Map<string, CalendarAnswer>();
  const asked: CalendarQuery[] = [];
  return {
    provider: "scripted",
    answers,
    asked,
    accepts: isPublicWebAddress,
    async busy(query) {
      asked.push(query);
      return answers.get(query.url) ?? { kind: "failed", words: "We couldn't open this address." };
    },
    async stop() {},
  };
}
