import type { LocationKey } from "#core/people.ts";
import type { DomainManifest } from "#core/server/domainManifest.ts";
import type { UnitOfWork } from "#core/server/unitOfWork.ts";

/** A chat in which nothing may have been written so far. */
export interface FreshChat {
  readonly chat_id: number;
  /** The customer's, E.164. */
  readonly phone: string;
}

/** What a domain adds to a chat that a call or staff open, in the same transaction, before anything else is in it. */
export type ChatOpened = (unit: UnitOfWork, location: LocationKey, chat: FreshChat) => Promise<void>;

declare module "#core/server/domainManifest.ts" {
  interface DomainManifest {
    /** For a domain that knows what the customer was sent before there was a chat. */
    readonly chatOpened?: ChatOpened;
  }
}

/** Lets every domain add what it has to a chat. Asking again adds nothing twice. */
export function addToOpenedChat(domains: readonly DomainManifest[]): ChatOpened {
  const hooks = domains.flatMap(({ chatOpened }) => chatOpened ?? []);
  return async (unit, location, chat) => {
    for (const hook of hooks) await hook(unit, location, chat);
  };
}
