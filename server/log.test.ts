import { PassThrough } from "node:stream";
import * as fc from "fast-check";
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";
import { expect, onTestFinished, test } from "vitest";
import { acceptBodies } from "#core/server/body.ts";
import { answerFailures } from "#core/server/failures.ts";
import { inDepth } from "#testing/deep.ts";
import { formOf } from "#testing/requestBodies.ts";
import { createLog } from "./log.ts";
import { isSecretName, redactText } from "./redact.ts";

const levels = ["trace", "debug", "info", "warn", "error", "fatal"] as const;

/** The log output that `write` produces. */
function logged(write: (log: ReturnType<typeof createLog>) => unknown): string {
  const lines: string[] = [];
  const stream = new PassThrough();
  stream.on("data", (line) => lines.push(String(line)));
  write(createLog("trace", stream));
  return lines.join("");
}

const secret = "s3cret-Value_91";
const basic = Buffer.from(`ana:${secret}`).toString("base64");
const jwt = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbmEifQ.c2lnbmF0dXJl";

const secretNames = [
  ..."password passwd passphrase pwd pin otp secret token authorization cookie set-cookie api_key apiKey api-key".split(
    " ",
  ),
  ..."access_token refresh_token accessToken refreshToken id_token client_secret clientSecret private_key".split(" "),
  ..."password_hash passwordHash newPassword new_password old_password password_confirmation token_hash".split(" "),
  ..."SECRET_KEY DATABASE_PASSWORD ADMIN_PASSWORD TWILIO_AUTH_TOKEN S3_SECRET_ACCESS_KEY secretAccessKey".split(" "),
  ..."Authorization Proxy-Authorization X-Twilio-Signature Cookie Set-Cookie X-Api-Key device_token session".split(" "),
  ..."user[password] tokens[0] login.password body[user][token] p256dh signature credentials passwords tokens auth".split(
    " ",
  ),
];

const harmlessNames = [
  ..."name err code reqId dealer_id location_id reference sid why kind outcome message status phone_no key".split(" "),
  ..."author pinned passed tokenize spinning opinion keyboard sessions_open compass secretary url event job".split(" "),
];

test.each(secretNames)("%s is secret", (name) => expect(isSecretName(name)).toBe(true));
test.each(harmlessNames)("%s isn't secret", (name) => expect(isSecretName(name)).toBe(false));

/** Everything in which a secret could come. */
const details: readonly (readonly [string, unknown])[] = [
  ...secretNames.map((name) => [name, { [name]: secret }] as const),
  ["a list of them", { tokens: [secret, { value: secret }] }],
  ["an object of them", { credentials: { user: "ana", word: secret } }],
  ["headers", { headers: { authorization: `Bearer ${secret}`, cookie: `sid=${secret}` } }],
  [
    "what a parser of forms is given",
    { busboyOptions: { limits: {}, headers: { authorization: `Bearer ${secret}` } } },
  ],
  ["raw headers", { rawHeaders: ["Host", "x", "Authorization", `Bearer ${secret}`, "Cookie", secret] }],
  ["entries", { headers: [["authorization", secret]] }],
  ["named values", { fields: [{ name: "password", value: secret }] }],
  ["a map", { headers: new Map([["authorization", secret]]) }],
  ["fetch's headers", { headers: new Headers({ authorization: secret }) }],
  ["a query", { query: new URLSearchParams({ token: secret }) }],
  ["a set", { all: new Set([{ password: secret }]) }],
  ["a deep one", { a: { b: { c: [{ d: { e: { token: secret } } }] } } }],
  ["a body's code", { body: { code: secret, otp: secret } }],
  ["bytes", { data: Buffer.from(secret), more: new Uint8Array(Buffer.from(secret)) }],
  ["a text of JSON", { sent: JSON.stringify({ user: "ana", password: secret }) }],
  ["a text of JSON in one of JSON", { sent: JSON.stringify({ body: JSON.stringify({ password: secret }) }) }],
  ["a form", { sent: `user=ana&password=${secret}&x=1` }],
  ["an address with a password", { url: `postgres://ana:${secret}@db.example.com/rooftop` }],
  ["an address with an odd password", { url: `smtp://ana:p@${secret}@mail.example.com` }],
  ["an address with a token", { url: `https://example.com/?a=1&access_token=${secret}` }],
  ["an address object", { url: new URL(`https://ana:${secret}@example.com/?token=${secret}`) }],
  ["a bearer token", { line: `sent Bearer ${secret}` }],
  ["a basic one", { line: `sent Basic ${basic}` }],
  ["a header's line", { line: `GET / HTTP/1.1\nAuthorization: ${secret}\nHost: x` }],
  ["a web token", { line: `it was ${jwt}` }],
  ["a private key", { line: `-----BEGIN PRIVATE KEY-----\n${secret}\n-----END PRIVATE KEY-----` }],
  ["a public link", { url: "/j/1-2-3.s3cret-Value_91abcdefghij" }],
  ["what converts itself", { toJSON: () => ({ password: secret }) }],
  ["an error", { err: Object.assign(new Error(`failed for token=${secret}`), { client: { password: secret } }) }],
  ["an error's cause", { err: new Error("no", { cause: new Error(`password: ${secret}`) }) }],
  ["several errors", { err: new AggregateError([new Error(`token=${secret}`)], "all failed") }],
  ["an error itself", Object.assign(new Error(`Authorization: ${secret}`), { config: { headers: { token: secret } } })],
  ["an error elsewhere", { fault: Object.assign(new Error(`pwd=${secret}`), { secret }) }],
];

test.each(details)("%s leaves no secret in the log at any level", (_what, detail) => {
  for (const level of levels) {
    const lines = logged((log) => {
      log[level](detail as object, "something happened");
      log[level](detail as object);
      log[level]({ nested: [detail] }, "for %s of %o", "ana", detail as never);
      log[level]("for %j", detail as never);
      log.child({ detail })[level]("something happened");
      log
        .child({})
        .child({ detail })
        .child(detail as object)
        [level]("something happened");
      const own = log.child({});
      own.setBindings({ detail });
      own[level]("something happened");
    });
    expect(lines).not.toContain(secret);
    expect(lines).not.toContain(basic);
    expect(lines).not.toContain(jwt);
    for (const line of lines.trim().split("\n")) JSON.parse(line);
  }
});

test("a secret is found at any depth and under any other names", () => {
  const path = fc.array(fc.oneof(fc.constant(0), fc.stringMatching(/^[a-zA-Z_]{1,8}$/)), { maxLength: 10 });
  fc.assert(
    fc.property(path, fc.constantFrom(...secretNames), (steps, name) => {
      const inner: unknown = { [name]: secret };
      const detail = steps.reduceRight((value, step) => (step === 0 ? [value] : { [step]: value }), inner);
      expect(logged((log) => log.info({ detail }, "x"))).not.toContain(secret);
    }),
    { numRuns: inDepth(100, 20) },
  );
});

test("anything can be logged", () => {
  fc.assert(
    fc.property(
      fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true }),
      (value) => {
        for (const line of logged((log) => log.info({ value }, "x"))
          .trim()
          .split("\n"))
          JSON.parse(line);
      },
    ),
    { numRuns: inDepth(200, 40) },
  );
  const circle: Record<string, unknown> = { name: "ana" };
  circle.self = circle;
  const broken = Object.defineProperty({}, "x", {
    enumerable: true,
    get: () => {
      throw new Error("no");
    },
  });
  expect(logged((log) => log.info({ circle, broken }, "x"))).toContain("ana");
});

test.each([
  "a delivery report without a reference of ours",
  "the carrier's answer was lost",
  "connect ECONNREFUSED 127.0.0.1:5432",
  "Basic plan",
  "GET /api/customers/12?page=2",
  "sha256:0f343b0931126a20f133d67c2b018a3b",
  "user:7 address:203.0.113.7",
])("%j stays as it is", (text) => {
  expect(redactText(text)).toBe(text);
  expect(logged((log) => log.info(text))).toContain(JSON.stringify(text).slice(1, -1));
});

test("logs an error with its stack, without its other properties", () => {
  const error = Object.assign(new Error("Connection lost"), { code: "ECONNRESET", client: { host: "db" } });
  for (const line of [logged((log) => log.error({ err: error }, "no database")), logged((log) => log.error(error))]) {
    expect(line).toContain("Connection lost");
    expect(line).toContain("ECONNRESET");
    expect(line).toContain("log.test.ts");
    expect(line).not.toContain("client");
  }
});

test.each([
  [
    "a file",
    Object.assign(new Error("ENOSPC: no space left on device, write"), { code: "ENOSPC", path: "/data/files/a" }),
    "The disk is full at /data/files/a.",
  ],
  ["a quota", Object.assign(new Error("EDQUOT: disk quota exceeded"), { code: "EDQUOT" }), "The disk is full."],
  [
    "Postgres",
    Object.assign(new Error('could not extend file "base/1/2"'), { code: "53100" }),
    "The database's disk is full.",
  ],
  [
    "a cause",
    new Error("unavailable", { cause: Object.assign(new Error("x"), { code: "53100" }) }),
    "The database's disk is full.",
  ],
  ["one of several", new AggregateError([Object.assign(new Error("x"), { code: "ENOSPC" })]), "The disk is full."],
  ["words alone", new Error("could not write: No space left on device"), "The disk is full."],
])("a full disk is named: %s", (_what, error, words) => {
  for (const line of [
    logged((log) => log.error({ err: error }, "a job failed")),
    logged((log) => log.error(error)),
    logged((log) => log.warn({ cause: error }, "unavailable")),
  ])
    expect(JSON.parse(line).msg).toContain(words);
  expect(JSON.parse(logged((log) => log.error({ err: new Error("no") }, "a job failed"))).msg).toBe("a job failed");
});

test("a request of any kind leaves none of its secrets in the log, whatever packages write", async () => {
  const lines: string[] = [];
  const stream = new PassThrough();
  stream.on("data", (line) => lines.push(String(line)));
  const http: FastifyInstance = Fastify({ loggerInstance: createLog("trace", stream) as FastifyBaseLogger });
  onTestFinished(() => http.close());
  answerFailures(http);
  await acceptBodies(http);
  http.all("/echo", async (request, reply) => {
    request.log.trace({ req: request, raw: request.raw, res: reply, headers: request.headers, body: request.body });
    request.log.info(request.raw, "asked");
    if (request.headers["x-fail"]) throw Object.assign(new Error(`no password=${secret}`), { body: request.body });
    return {};
  });
  const [form, formType] = await formOf({ user: "ana", password: secret, otp: secret });
  const headers = { authorization: `Bearer ${secret}`, cookie: `known=${secret}`, "x-twilio-signature": secret };
  const json = { "content-type": "application/json" };
  const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
  for (const fail of [{}, { "x-fail": "1" }])
    for (const [type, payload] of [
      [{ "content-type": formType }, form],
      [json, JSON.stringify({ password: secret, nested: [{ token: secret }] })],
      [json, `{"password": "${secret}"`],
      [urlencoded, `password=${secret}&tokens[0]=${secret}`],
    ] as const) {
      const url = `/echo?access_token=${secret}`;
      await http.inject({ method: "POST", url, headers: { ...headers, ...type, ...fail }, payload });
    }
  await http.inject({ url: `/missing?token=${secret}`, headers });
  expect(lines.join("")).toContain("Providing options to busboy");
  expect(lines.join("")).not.toContain(secret);
});
