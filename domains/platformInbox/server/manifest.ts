import { callGroup, type DomainManifest } from "#core/server/domainManifest.ts";
import type { PersonRecords } from "#core/server/personRecords.ts";
import type { Handlers } from "#core/server/serve.ts";
import { timeOrderedPage } from "#core/server/timeOrderedPage.ts";
import { platformTexts } from "../contract.ts";
import { platformTextWorkers } from "./receivePlatformText.ts";
import { countTexts, readTexts } from "./store.ts";

const platform = "someone texted the platform's own number, which is no business's: the operator answers for it";

const platformTextPersonRecords: PersonRecords = {
  tables: [],
  exempt: { platform_texts: platform, platform_optouts: platform },
};

const platformTextHandlers: Handlers<typeof platformTexts> = {
  async table({ db }, { body }) {
    const term = body.search.value.trim();
    return timeOrderedPage(body, {
      key: "received_at",
      read: (range) => readTexts(db, term, range),
      count: () => countTexts(db, term),
    });
  },
};

export const platformInboxManifest: DomainManifest = {
  name: "platformInbox",
  calls: [callGroup(platformTexts, platformTextHandlers)],
  workers: platformTextWorkers,
  person: platformTextPersonRecords,
  tables: ["platform_texts", "platform_optouts"],
  reads: [],
};
