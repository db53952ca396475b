/** A span of time in which somebody has something else. */
export interface BusySpan {
  readonly start: Date;
  readonly end: Date;
}

/** What a calendar file says of its owner's time. */
export interface CalendarTimes {
  readonly busy: readonly BusySpan[];
  /** Names of zones that nobody knows. Their times were read as UTC. */
  readonly unknownZones: readonly string[];
}

/** A calendar's address as its owner gave it, and what is wanted of it. */
export interface CalendarQuery {
  readonly url: string;
  /** What the last answer was marked with; empty for the first. */
  readonly etag: string;
  readonly from: Date;
  readonly before: Date;
  /** IANA: of entries that name no zone. */
  readonly zone: string;
}

export type CalendarAnswer =
  | {
      readonly kind: "read";
      readonly busy: readonly BusySpan[];
      readonly etag: string;
      /** Words for the calendar's owner when some times may be off; absent when all are certain. */
      readonly warning?: string;
    }
  | { readonly kind: "unchanged" }
  /** `words` say what to do about it, for the calendar's owner. */
  | { readonly kind: "failed"; readonly words: string };

/** The port to people's own calendars. */
export interface Calendars {
  readonly provider: string;
  /** True for an address that may be asked. */
  accepts(url: string): boolean;
  /** Asks a calendar when its owner is busy. Never throws, and takes neither more memory nor more time than a calendar needs. */
  busy(query: CalendarQuery): Promise<CalendarAnswer>;
  stop(): Promise<void>;
}
