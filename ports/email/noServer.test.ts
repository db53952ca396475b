import { pino } from "pino";
import { expect, test } from "vitest";
import { createNoServer } from "./noServer.ts";

test("without a mail server every mail is refused at once, and the log says once what is missing", async () => {
  const lines: string[] = [];
  const log = pino({ level: "debug" }, { write: (line: string) => void lines.push(JSON.parse(line).msg) });
  const email = createNoServer(log);
  const mail = { to: "ana@example.com", subject: "Hello", text: "Hello.", html: "<p>Hello.</p>", reference: "mail-1" };
  for (let at = 0; at < 2; at++) {
    expect(await email.send(mail)).toEqual({ kind: "refused", words: "No mail server is set up" });
  }
  await email.stop();
  expect(email.provider).toBe("none");
  expect(lines).toEqual(["no mail can be sent: SMTP_URL is not set"]);
});
