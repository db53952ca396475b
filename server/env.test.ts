import { generateKeyPairSync } from "node:crypto";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { carriers } from "./carriers.ts";
import { InvalidEnvError, readEnv } from "./env.ts";

const carrierNames = Object.keys(carriers).join(", ");
const twilio = {
  SMS_PROVIDER: "twilio",
  TWILIO_ACCOUNT_SID: "AC00000000000000000000000000000000",
  TWILIO_AUTH_TOKEN: "new-token, old-token",
  PUBLIC_URL: "https://texts.example.com/",
};
const s3 = { S3_ENDPOINT: "https://s3.example.com", S3_BUCKET: "b", S3_ACCESS_KEY_ID: "i", S3_SECRET_ACCESS_KEY: "k" };

test("an empty environment runs fully embedded, with the sample dealership", () => {
  expect(readEnv({ PORT: "", DATABASE_URL: " " })).toEqual({
    port: 3000,
    host: "127.0.0.1",
    publicUrl: "http://127.0.0.1:3000",
    trustProxy: [],
    iceServers: [],
    dataDir: resolve("data"),
    demo: true,
    adminEmail: "admin@rooftop.test",
    role: "all",
    smsProvider: "simulator",
    voiceProvider: "simulator",
    mailWebhooks: {},
    logLevel: "info",
  });
});

const topic = "arn:aws:sns:us-east-1:123456789012:mail";
const sendgridKey = generateKeyPairSync("ec", { namedCurve: "prime256v1" })
  .publicKey.export({ type: "spki", format: "der" })
  .toString("base64");

test.each([
  [{ DATABASE_URL: "postgres://u:p@db/rooftop" }, { demo: false, databaseUrl: "postgres://u:p@db/rooftop" }],
  [{ DATABASE_URL: "postgresql://db/rooftop", DEMO: "on" }, { demo: true }],
  [{ DEMO: "off" }, { demo: false }],
  [{ PORT: "0" }, { port: 0 }],
  [{ HOST: "0.0.0.0", PORT: "8080" }, { publicUrl: "http://localhost:8080" }],
  [{ HOST: "::1" }, { publicUrl: "http://[::1]:3000" }],
  [{ TRUST_PROXY: "10.0.0.0/8, loopback" }, { trustProxy: ["10.0.0.0/8", "loopback"] }],
  [
    { STUN_URL: "stun:stun.example.com:3478, turn:u:p@turn.example.com" },
    {
      iceServers: [
        { urls: "stun:stun.example.com:3478" },
        { urls: "turn:turn.example.com", username: "u", credential: "p" },
      ],
    },
  ],
  [{ PUBLIC_URL: "https://app.example.com//" }, { publicUrl: "https://app.example.com" }],
  [
    { ROLE: "worker", LOG_LEVEL: "debug" },
    { role: "worker", logLevel: "debug" },
  ],
  [{ MAIL_FROM: "Rooftop <mail@example.com>" }, { mailFrom: "Rooftop <mail@example.com>" }],
  [{ MAIL_BOUNCE_DOMAIN: "Bounces.example.com" }, { mailBounceDomain: "bounces.example.com", mailWebhooks: {} }],
  [
    { MAIL_WEBHOOK_SECRET: "s".repeat(24), LEADS_DOMAIN: "Leads.example.com" },
    { mailWebhooks: { secret: "s".repeat(24), inboundDomain: "leads.example.com" } },
  ],
  [
    { MAIL_WEBHOOK_SECRET: "s".repeat(24), SES_TOPICS: `${topic}, ${topic}2`, SENDGRID_WEBHOOK_KEY: sendgridKey },
    { mailWebhooks: { secret: "s".repeat(24), sesTopics: [topic, `${topic}2`], sendgridKey } },
  ],
  [
    {
      META_APP_ID: "1234567890",
      META_APP_SECRET: "secret",
      META_VERIFY_TOKEN: "t".repeat(16),
      META_API_URL: "http://127.0.0.1:9/",
    },
    { meta: { appId: "1234567890", appSecret: "secret", verifyToken: "t".repeat(16), url: "http://127.0.0.1:9" } },
  ],
  [
    { GOOGLE_CLIENT_ID: "id", GOOGLE_CLIENT_SECRET: "secret", GOOGLE_API_URL: "http://127.0.0.1:9/" },
    { google: { clientId: "id", clientSecret: "secret", url: "http://127.0.0.1:9" } },
  ],
  [{ FCM_SERVICE_ACCOUNT: "/run/secrets/fcm.json" }, { fcmServiceAccount: "/run/secrets/fcm.json" }],
  [s3, { s3: { endpoint: "https://s3.example.com", bucket: "b", accessKeyId: "i", secretAccessKey: "k" } }],
  [
    { ...twilio, TWILIO_API_URL: "http://127.0.0.1:9" },
    {
      smsProvider: "twilio",
      voiceProvider: "twilio",
      publicUrl: "https://texts.example.com",
      carrierSettings: {
        TWILIO_ACCOUNT_SID: twilio.TWILIO_ACCOUNT_SID,
        TWILIO_AUTH_TOKEN: "new-token, old-token",
        TWILIO_API_URL: "http://127.0.0.1:9",
      },
    },
  ],
  [
    { ...twilio, TWILIO_PRIMARY_PROFILE_SID: `BU${"0".repeat(32)}` },
    { carrierSettings: { TWILIO_PRIMARY_PROFILE_SID: `BU${"0".repeat(32)}` } },
  ],
  [{ ...twilio, PUBLIC_URL: "http://localhost:3000" }, { publicUrl: "http://localhost:3000" }],
  [
    { TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t" },
    { smsProvider: "simulator", carrierSettings: undefined },
  ],
])("reads %o", (source, expected) => {
  expect(readEnv(source)).toMatchObject(expected);
});

test.each([
  [{ PORT: "http" }, 'PORT must be a port from 0 to 65535, not "http"'],
  [{ PORT: "65536" }, 'PORT must be a port from 0 to 65535, not "65536"'],
  [{ PORT: "-1" }, 'PORT must be a port from 0 to 65535, not "-1"'],
  [{ HOST: "a b" }, 'HOST must be a host name or an IP address, not "a b"'],
  [{ PUBLIC_URL: "app.example.com" }, "PUBLIC_URL must be an address that begins with http:// or https://"],
  ...["PUBLIC_URL", "S3_ENDPOINT", "GOOGLE_API_URL"].map((name): [Record<string, string>, string] => [
    { [name]: "https://ana:geheim@example.com" },
    `${name} must be an address that begins with http:// or https://, without a user name or password`,
  ]),
  [
    { ...twilio, TWILIO_API_URL: "https://ana:geheim@example.com" },
    "TWILIO_API_URL must be an address that begins with http:// or https://, without a user name or password",
  ],
  [{ TRUST_PROXY: "true" }, "TRUST_PROXY must be addresses or ranges such as 10.0.0.7 or 10.0.0.0/8, or loopback"],
  [{ TRUST_PROXY: "0.0.0.0/0" }, 'between them, not "0.0.0.0/0"'],
  [{ DATABASE_URL: "mysql://u:geheim@db/x" }, "DATABASE_URL must be an address that begins with postgres://"],
  [{ SECRET_KEY: "geheim" }, "SECRET_KEY must have at least 32 characters"],
  [{ DEMO: "yes" }, 'DEMO must be one of on, off, not "yes"'],
  [{ ADMIN_EMAIL: "admin" }, "ADMIN_EMAIL must be an email address"],
  [{ ADMIN_PASSWORD: "geheim" }, "ADMIN_PASSWORD must have at least 8 characters"],
  [{ ROLE: "server" }, 'ROLE must be one of all, web, worker, not "server"'],
  [{ SMS_PROVIDER: "nexmo" }, `SMS_PROVIDER must be one of simulator, ${carrierNames}, not "nexmo"`],
  [{ LOG_LEVEL: "loud" }, "LOG_LEVEL must be one of fatal, error, warn, info, debug, trace, silent"],
  [{ SMTP_URL: "mail:25" }, "SMTP_URL must be an address that begins with smtp:// or smtps://"],
  [{ MAIL_FROM: "Rooftop" }, "MAIL_FROM must be an email address"],
  [{ MAIL_BOUNCE_DOMAIN: "bounces" }, "MAIL_BOUNCE_DOMAIN must be a domain such as bounces.example.com"],
  [{ MAIL_WEBHOOK_SECRET: "geheim" }, "MAIL_WEBHOOK_SECRET must have at least 24 characters"],
  [{ SES_TOPICS: "mail" }, "SES_TOPICS must be SNS topics such as arn:aws:sns:"],
  [{ SENDGRID_WEBHOOK_KEY: "geheim" }, "SENDGRID_WEBHOOK_KEY must be the public key of SendGrid's event webhook"],
  [{ FCM_SERVICE_ACCOUNT: '{"geheim":1}' }, "FCM_SERVICE_ACCOUNT must be the JSON of a service account"],
  [{ STUN_URL: "turn:geheim@turn.example.com" }, "STUN_URL must be addresses such as stun:stun.example.com:3478"],
  [{ FCM_SERVICE_ACCOUNT: "{geheim" }, "FCM_SERVICE_ACCOUNT must be the JSON of a service account"],
  [{ ...s3, S3_BUCKET: "" }, "S3_BUCKET is missing: the S3_ values are needed all together"],
  [{ ...twilio, TWILIO_ACCOUNT_SID: undefined }, "TWILIO_ACCOUNT_SID is missing: SMS_PROVIDER=twilio needs it"],
  [{ ...twilio, TWILIO_AUTH_TOKEN: "a,b,geheim" }, "TWILIO_AUTH_TOKEN must be a token, or two with a comma"],
  [
    { ...twilio, TWILIO_PRIMARY_PROFILE_SID: "AC1" },
    "TWILIO_PRIMARY_PROFILE_SID must be the SID of a customer profile",
  ],
  [{ ...twilio, PUBLIC_URL: undefined }, "PUBLIC_URL is missing: SMS_PROVIDER=twilio needs it"],
  [{ ...twilio, PUBLIC_URL: "http://127.0.0.1.example.com" }, "PUBLIC_URL must begin with https:// for SMS_PROVIDER"],
])("rejects %o", (source, expected) => {
  expect(() => readEnv(source)).toThrow(expected);
  expect(() => readEnv(source)).not.toThrow("geheim");
});

test("reports all invalid values at once", () => {
  expect(() => readEnv({ PORT: "x", ROLE: "y", SMS_PROVIDER: "twilio" })).toThrow(
    new InvalidEnvError(
      [
        "Rooftop can't start with this environment:",
        '  PORT must be a port from 0 to 65535, not "x"',
        '  ROLE must be one of all, web, worker, not "y"',
        "  TWILIO_ACCOUNT_SID is missing: SMS_PROVIDER=twilio needs it",
        "  TWILIO_AUTH_TOKEN is missing: SMS_PROVIDER=twilio needs it",
        "  PUBLIC_URL is missing: SMS_PROVIDER=twilio needs it",
      ].join("\n"),
    ),
  );
});
