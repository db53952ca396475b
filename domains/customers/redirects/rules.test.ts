import { expect, test } from "vitest";
import { forwardedPath, type LinkedRecord, linkedRecord } from "./rules.ts";

test.each<[string, LinkedRecord | undefined]>([
  ["/customer/7", { customer_id: 7 }],
  ["/inbox/unread/12", { chat_id: 12 }],
  ["/inbox/all", undefined],
  ["/customer/seven", undefined],
  ["/customer/-7", undefined],
  ["/customers/7", undefined],
  ["/inbox/all/1.5", undefined],
  ["/appointments", undefined],
])("%s names %o", (pathname, record) => {
  expect(linkedRecord(pathname)).toEqual(record);
});

test.each<[LinkedRecord, number | null, string | undefined]>([
  [{ customer_id: 7 }, 12, undefined],
  [{ customer_id: 8 }, 12, "/customer/7"],
  [{ chat_id: 12 }, 12, undefined],
  [{ chat_id: 13 }, 12, "/inbox/all/12"],
  [{ chat_id: 13 }, null, undefined],
])("a link to %o leads on when the one who was kept is another", (linked, chat_id, path) => {
  expect(forwardedPath(linked, { customer_id: 7, chat_id, location_id: 1 })).toBe(path);
});
