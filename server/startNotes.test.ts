import { expect, test } from "vitest";
import { readEnv } from "./env.ts";
import { startNotes } from "./startNotes.ts";

const published = { HOST: "0.0.0.0", PUBLIC_URL: "https://demo.example.com" };
const twilio = { SMS_PROVIDER: "twilio", TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`, TWILIO_AUTH_TOKEN: "token" };
const complete = { ...published, ...twilio, SMTP_URL: "smtp://mail.example.com", TRUST_PROXY: "10.0.0.7", DEMO: "off" };

test.each<[string, Record<string, string>, RegExp[]]>([
  ["for this machine alone", {}, []],
  ["complete", complete, []],
  ["a published demo", published, [/^Texts and calls are/, /^Email is sim/, /^The sample dealership/, /TRUST_PROXY/]],
  ["a tunnel's", { PUBLIC_URL: published.PUBLIC_URL, TRUST_PROXY: "loopback", DEMO: "off" }, [/^Texts/, /^Email/]],
  ["without a mail server", { ...complete, SMTP_URL: "" }, [/^Email is off; .*SMTP_URL/]],
  ["with the sample dealership", { ...complete, DEMO: "on" }, [/DEMO=off/]],
  ["without TLS", { ...complete, SMS_PROVIDER: "", PUBLIC_URL: "http://demo.example.com" }, [/^Texts/, /TLS/]],
  ["without an address", { HOST: "0.0.0.0", DEMO: "off" }, [/^Texts/, /^Email/, /http:\/\/localhost:3000.*PUBLIC_URL/]],
])("a setup %s is told what it lacks", (_, env, expected) => {
  expect(startNotes(readEnv(env))).toEqual(expected.map((text) => expect.stringMatching(text)));
});
