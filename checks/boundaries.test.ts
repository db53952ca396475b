import { expect, test } from "vitest";
import { boundaryViolations } from "./boundaries.ts";
import { parseSource, readSources } from "./sources.ts";

test("every file imports only what ARCHITECTURE.md allows its layer", async () => {
  expect(boundaryViolations(await readSources())).toEqual([]);
});

test.each([
  ["core/a.ts", 'import { x } from "#core/server/b.ts";'],
  ["core/a.ts", 'import { x } from "kysely";'],
  ["core/server/a.ts", 'import { createFileStorage } from "#ports/storage/files.ts";'],
  ["core/server/a.ts", 'import { roomName } from "#ports/realtime/realtime.ts";'],
  ["core/server/a.ts", 'import type { Customer } from "#domains/customers/contract.ts";'],
  ["core/web/a.tsx", 'import type { Db } from "#core/server/unitOfWork.ts";'],
  ["ports/sms/sms.ts", 'import { createTwilioSms } from "./twilio/twilioSms.ts";'],
  ["ports/sms/simulator/phones.ts", 'import { x } from "#ports/jobs/pgboss.ts";'],
  ["ports/sms/simulator/phones.ts", 'import { x } from "../twilio/rest.ts";'],
  ["ports/voice/simulator/calls.ts", 'import { x } from "#ports/sms/twilio/rest.ts";'],
  ["ports/sms/simulator/phones.ts", 'import twilio from "twilio/lib/rest.js";'],
  ["ports/sms/simulator/phones.ts", 'import { keywordOf } from "#domains/customers/rules.ts";'],
  ["domains/lists/contract.ts", 'import { keywordOf } from "#domains/customers/rules.ts";'],
  ["domains/lists/contract.ts", 'import { list } from "./server/store.ts";'],
  ["domains/lists/rules.ts", 'import { readFile } from "node:fs/promises";'],
  ["domains/lists/server/handlers.ts", 'import { findCustomer } from "#domains/customers/server/store.ts";'],
  ["domains/lists/server/handlers.ts", 'import { createTwilioSms } from "#ports/sms/twilio/twilioSms.ts";'],
  ["domains/lists/server/handlers.ts", 'import { createApp } from "#server/app.ts";'],
  ["domains/lists/server/handlers.ts", 'import twilio from "twilio";'],
  ["domains/lists/web/Lists.tsx", 'import { x } from "../server/handlers.ts";'],
  ["domains/lists/web/Lists.tsx", 'import { CustomerPicker } from "#domains/customers/web/CustomerPicker.tsx";'],
  ["domains/lists/web/Lists.tsx", 'import { theme } from "#web/theme.ts";'],
  ["domains/lists/server/handlers.ts", 'import { chatById } from "#domains/inbox/server/chatStore.ts";'],
  ["domains/lists/server/handlers.ts", 'import { noteRows } from "#domains/inbox/notes/server/store.ts";'],
  ["domains/lists/server/sending/send.ts", 'import { noteRows } from "#domains/inbox/notes/server/noteStore.ts";'],
  ["domains/lists/web/wizard/Step.tsx", 'import { send } from "../../server/sending/send.ts";'],
  ["domains/inbox/notes/server/handlers.ts", 'import { manifest } from "#domains/inbox/server/manifest.ts";'],
  ["domains/lists/server/handlers.ts", 'import { listsManifest } from "./manifest.ts";'],
  ["domains/lists/server/manifest.ts", 'import { noteHandlers } from "#domains/inbox/notes/server/handlers.ts";'],
  ["domains/lists/web/Lists.tsx", 'import { TagsOfChat } from "#domains/inbox/tags/web/TagsOfChat.tsx";'],
  ["domains/lists/web/public.tsx", 'import { TagsOfChat } from "#domains/inbox/tags/web/TagsOfChat.tsx";'],
  ["domains/lists/server/store.ts", 'const { startTestApp } = await import("#testing/testApp.ts");'],
  ["simulator/web/App.tsx", 'import { theme } from "#web/theme.ts";'],
])("in %s: %s is refused", (path, text) => {
  expect(boundaryViolations([parseSource(path, text)])).toHaveLength(1);
});

test.each([
  ["core/a.ts", 'import * as z from "zod/mini";\nimport { b } from "./b.ts";'],
  [
    "core/server/a.ts",
    'import type { Jobs } from "#ports/jobs/jobs.ts";\nimport { type DB } from "#database/types.ts";',
  ],
  ["domains/lists/server/handlers.ts", 'import { customerById } from "#domains/customers/server/public.ts";'],
  ["domains/lists/server/handlers.ts", 'import { listRows } from "./store.ts";\nimport { L } from "../contract.ts";'],
  ["domains/lists/web/Lists.tsx", 'import { CustomerPicker } from "#domains/customers/web/public.tsx";'],
  ["domains/inbox/notes/server/handlers.ts", 'import { chatById } from "#domains/inbox/server/chatStore.ts";'],
  ["domains/inbox/notes/server/handlers.ts", 'import { storeAndSend } from "#domains/inbox/outbox/server/public.ts";'],
  ["domains/inbox/server/openChat.ts", 'import { noteRows } from "../notes/server/store.ts";'],
  [
    "domains/inbox/notes/server/handlers.ts",
    'import { nextOverdue } from "#domains/inbox/outbox/server/sendStore.ts";',
  ],
  ["domains/inbox/outbox/server/sending/send.ts", 'import { noteRows } from "#domains/inbox/notes/server/store.ts";'],
  ["domains/inbox/web/public.tsx", 'import { TagsOfChat } from "#domains/inbox/tags/web/TagsOfChat.tsx";'],
  ["domains/inbox/server/manifest.ts", 'import { noteHandlers } from "../notes/server/handlers.ts";'],
  ["domains/inbox/composer/web/Composer.tsx", 'import { useDraft } from "#domains/inbox/drafts/web/useDraft.ts";'],
  ["domains/inbox/web/InboxScreen.tsx", 'import { MessagePane } from "../conversation/web/MessagePane.tsx";'],
  ["ports/voice/twilio/media.ts", 'import { x } from "#ports/sms/twilio/rest.ts";\nimport twilio from "twilio";'],
  ["ports/sms/twilio/rest.ts", 'import { refusalOf } from "../carrierErrors.ts";'],
  ["domains/lists/calls.test.ts", 'import { startTestApp } from "#testing/testApp.ts";'],
  ["server/domains.ts", 'import { listsManifest } from "#domains/lists/server/manifest.ts";'],
])("in %s: %s is fine", (path, text) => {
  expect(boundaryViolations([parseSource(path, text)])).toEqual([]);
});
