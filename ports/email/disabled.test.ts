import { pino } from "pino";
import { expect, test } from "vitest";
import { inTime } from "#testing/deadlines.ts";
import { createDisabledEmail } from "./disabled.ts";

test("without a mail server, every mail is refused immediately and the log names the missing setting once", async () => {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const email = createDisabledEmail(log);
  const mail = { to: "ana@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>", reference: "mail-1" };
  for (let attempt = 0; attempt < 2; attempt++) {
    expect(await email.send(mail, inTime)).toEqual({ kind: "refused", words: "No mail server is set up" });
  }
  await email.stop();
  expect(email.provider).toBe("none");
  expect(lines).toEqual(["no mail can be sent: SMTP_URL is not set"]);
});
