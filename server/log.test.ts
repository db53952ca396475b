import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { createLog } from "./log.ts";

/** The log output that `write` produces. */
function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  const stream = new PassThrough();
  stream.on("data", (line) => lines.push(String(line)));
  write(createLog("info", stream));
  return lines.join("");
}

test.each([
  { password: "s3cret" },
  { token: "s3cret" },
  { authorization: "Bearer s3cret" },
  { headers: { authorization: "Bearer s3cret" } },
  { body: { password: "s3cret" } },
  { session: { token: "s3cret" } },
])("%j leaves no secret in the log", (detail) => {
  expect(logged((log) => log.info(detail, "something happened"))).not.toContain("s3cret");
});

test("logs an error with its stack, without its other properties", () => {
  const error = Object.assign(new Error("Connection lost"), { code: "ECONNRESET", client: { password: "s3cret" } });
  const line = logged((log) => log.error({ err: error }, "no database"));
  expect(line).toContain("Connection lost");
  expect(line).toContain("ECONNRESET");
  expect(line).toContain("log.test.ts");
  expect(line).not.toContain("s3cret");
});
