import { createPublicKey } from "node:crypto";
import { resolve } from "node:path";
import * as z from "zod/mini";
import { allowedIceServers, type IceServer, parseIceServers } from "#core/iceServers.ts";
import { hasCredentials } from "#core/webAddress.ts";
import type { CarrierSettings, CarrierVariable } from "#ports/carrier.ts";
import { type CarrierName, carriers } from "./carriers.ts";
import { isLoopback } from "./loopback.ts";
import { allowedProxies, parseTrustedProxies } from "./trustedProxies.ts";

/** Who carries texts and calls. */
type Provider = "simulator" | CarrierName;

/** Rooftop's configuration, read from the environment variables in `variables` below and those of the carriers. */
export interface Env {
  port: number;
  host: string;
  /** The base URL for people and providers, without a trailing slash. */
  publicUrl: string;
  /** The proxies whose word about a caller's address counts. */
  trustProxy: readonly string[];
  dataDir: string;
  databaseUrl?: string;
  secretKey?: string;
  demo: boolean;
  demoPassword?: string;
  adminEmail: string;
  adminPassword?: string;
  role: "all" | "web" | "worker";
  smsProvider: Provider;
  /** The same as `smsProvider`, because a phone number belongs to one carrier. */
  voiceProvider: Provider;
  /** The chosen carrier's own variables by their names; undefined for the simulator. */
  carrierSettings?: CarrierSettings;
  smtpUrl?: string;
  mailFrom?: string;
  /** A domain whose mail comes back to us, for the bounces of marketing. */
  mailBounceDomain?: string;
  /** How mail servers and providers prove that a report is theirs. */
  mailWebhooks: { secret?: string; inboundDomain?: string; sesTopics?: readonly string[]; sendgridKey?: string };
  s3?: { endpoint: string; bucket: string; accessKeyId: string; secretAccessKey: string };
  /** Google's OAuth client for reviews and calendars; `url` answers in the place of Google's own hosts. */
  google?: { clientId: string; clientSecret: string; url?: string };
  /** The app at Meta that reads pages' lead forms; `url` answers in the place of Meta's own hosts. */
  meta?: { appId: string; appSecret: string; verifyToken: string; url?: string };
  /** A Google service account's JSON, or the path to its file. */
  fcmServiceAccount?: string;
  /** What helps the browsers of a video meeting to reach each other; empty: on the same network alone. */
  iceServers: readonly IceServer[];
  logLevel: "fatal" | "error" | "warn" | "info" | "debug" | "trace" | "silent";
}

/** The environment is invalid; the message lists each wrong variable with its allowed values. */
export class InvalidEnvError extends Error {
  override name = "InvalidEnvError";
}

const text = (allowed: string, pattern: RegExp) => z.optional(z.string().check(z.regex(pattern, allowed)));
const matching = (allowed: string, isAllowed: (value: string) => boolean) =>
  z.optional(z.string().check(z.refine(isAllowed, allowed)));
const oneOf = <T extends string>(...values: [T, ...T[]]) =>
  z.optional(z.enum(values, { error: `must be one of ${values.join(", ")}` }));
const url = (allowed: string, ...protocols: string[]) =>
  matching(allowed, (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol));
const webUrl = () =>
  matching(
    "must be an address that begins with http:// or https://, without a user name or password",
    (value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) && !hasCredentials(value),
  );
const anyText = () => z.optional(z.string());

/** The environment variables of one carrier's adapters. */
const variablesOf = (name: CarrierName): Readonly<Record<string, CarrierVariable>> => ({
  ...carriers[name].sms.variables,
  ...carriers[name].voice.variables,
  ...carriers[name].registration?.variables,
});
const carrierNames = Object.keys(carriers) as CarrierName[];
const carrierVariables = Object.assign({}, ...carrierNames.map(variablesOf)) as ReturnType<typeof variablesOf>;

const sesTopics = /^arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+(\s*,\s*arn:aws[\w-]*:sns:[\w-]+:\d{12}:[\w-]+)*$/;

const variables = z.object({
  PORT: matching("must be a port from 0 to 65535", (value) => /^\d{1,5}$/.test(value) && Number(value) <= 65535),
  HOST: text("must be a host name or an IP address", /^[\w.:-]+$/),
  PUBLIC_URL: webUrl(),
  TRUST_PROXY: matching(allowedProxies, (value) => parseTrustedProxies(value) !== undefined),
  DATA_DIR: anyText(),
  DATABASE_URL: url("must be an address that begins with postgres://", "postgres:", "postgresql:"),
  SECRET_KEY: text("must have at least 32 characters", /^.{32,}$/),
  DEMO: oneOf("on", "off"),
  DEMO_PASSWORD: text("must have at least 8 characters", /^.{8,}$/),
  ADMIN_EMAIL: text("must be an email address", /^[^\s@]+@[^\s@]+\.[^\s@]+$/),
  ADMIN_PASSWORD: text("must have at least 8 characters", /^.{8,}$/),
  ROLE: oneOf("all", "web", "worker"),
  SMS_PROVIDER: oneOf<Provider>("simulator", ...carrierNames),
  SMTP_URL: url("must be an address that begins with smtp:// or smtps://", "smtp:", "smtps:"),
  MAIL_FROM: text(
    "must be an email address, or a name and an address as in Rooftop <mail@example.com>",
    /^([^<>]*<)?[^\s@<>]+@[^\s@<>]+>?$/,
  ),
  MAIL_BOUNCE_DOMAIN: text("must be a domain such as bounces.example.com", /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i),
  LEADS_DOMAIN: text("must be a domain such as leads.example.com", /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/i),
  MAIL_WEBHOOK_SECRET: text("must have at least 24 characters", /^\S{24,}$/),
  SES_TOPICS: text(
    "must be SNS topics such as arn:aws:sns:us-east-1:123456789012:mail, separated by commas",
    sesTopics,
  ),
  SENDGRID_WEBHOOK_KEY: matching("must be the public key of SendGrid's event webhook", isPublicKey),
  S3_ENDPOINT: webUrl(),
  S3_BUCKET: anyText(),
  S3_ACCESS_KEY_ID: anyText(),
  S3_SECRET_ACCESS_KEY: anyText(),
  GOOGLE_CLIENT_ID: anyText(),
  GOOGLE_CLIENT_SECRET: anyText(),
  GOOGLE_API_URL: webUrl(),
  META_APP_ID: text("must be the number of your app at Meta", /^\d{5,20}$/),
  META_APP_SECRET: anyText(),
  META_VERIFY_TOKEN: text("must have at least 16 characters", /^\S{16,}$/),
  META_API_URL: webUrl(),
  FCM_SERVICE_ACCOUNT: matching("must be the JSON of a service account, or the path of its file", isJsonOrPath),
  STUN_URL: matching(allowedIceServers, (value) => parseIceServers(value) !== undefined),
  LOG_LEVEL: oneOf("fatal", "error", "warn", "info", "debug", "trace", "silent"),
});

/** A public key as SendGrid shows it: bare DER in base64. */
function isPublicKey(value: string): boolean {
  try {
    return createPublicKey({ key: Buffer.from(value, "base64"), format: "der", type: "spki" }).type === "public";
  } catch {
    return false;
  }
}

type EnvVariables = Readonly<Record<string, string | undefined>>;

const secretNames: readonly string[] = ["DATABASE_URL", "SMTP_URL", "FCM_SERVICE_ACCOUNT", "STUN_URL"];
const googleNames = ["GOOGLE_CLIENT_ID", "GOOGLE_CLIENT_SECRET"] as const;
const metaNames = ["META_APP_ID", "META_APP_SECRET", "META_VERIFY_TOKEN"] as const;
const s3Names = ["S3_ENDPOINT", "S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"] as const;

/** Parses the environment. Empty values count as missing; throws one error that names every invalid variable. */
export function readEnv(source: Record<string, string | undefined>): Env {
  const values = pickVariables(source);
  const parsed = variables.safeParse(values);
  const invalid = (parsed.error?.issues ?? []).map((issue) =>
    describeProblem(String(issue.path[0]), issue.message, values),
  );
  const problems = [...invalid, ...invalidCarrierValues(values), ...missingVariables(values)];
  if (!parsed.success || problems.length > 0) {
    throw new InvalidEnvError(["Rooftop can't start with this environment:", ...problems].join("\n  "));
  }
  return toEnv(parsed.data, values);
}

function invalidCarrierValues(values: EnvVariables): string[] {
  return Object.entries(carrierVariables).flatMap(([name, { isAllowed, allowed }]) => {
    const value = values[name];
    return value === undefined || isAllowed(value) ? [] : describeProblem(name, allowed, values);
  });
}

function toEnv(env: z.infer<typeof variables>, values: EnvVariables): Env {
  const provider = env.SMS_PROVIDER ?? "simulator";
  const port = Number(env.PORT ?? 3000);
  const host = env.HOST ?? "127.0.0.1";
  return {
    port,
    host,
    publicUrl: (env.PUBLIC_URL ?? localUrl(host, port)).replace(/\/+$/, ""),
    trustProxy: parseTrustedProxies(env.TRUST_PROXY ?? "") ?? [],
    dataDir: resolve(env.DATA_DIR ?? "data"),
    databaseUrl: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    demo: (env.DEMO ?? (env.DATABASE_URL ? "off" : "on")) === "on",
    demoPassword: env.DEMO_PASSWORD,
    adminEmail: env.ADMIN_EMAIL ?? "admin@rooftop.test",
    adminPassword: env.ADMIN_PASSWORD,
    role: env.ROLE ?? "all",
    smsProvider: provider,
    voiceProvider: provider,
    carrierSettings: carrierSettingsOf(provider, values),
    smtpUrl: env.SMTP_URL,
    mailFrom: env.MAIL_FROM,
    mailBounceDomain: env.MAIL_BOUNCE_DOMAIN?.toLowerCase(),
    mailWebhooks: {
      ...(env.MAIL_WEBHOOK_SECRET && { secret: env.MAIL_WEBHOOK_SECRET }),
      ...(env.LEADS_DOMAIN && { inboundDomain: env.LEADS_DOMAIN.toLowerCase() }),
      ...(env.SES_TOPICS && { sesTopics: env.SES_TOPICS.split(/\s*,\s*/) }),
      ...(env.SENDGRID_WEBHOOK_KEY && { sendgridKey: env.SENDGRID_WEBHOOK_KEY }),
    },
    s3: s3Config(env),
    google: googleConfig(env),
    meta: metaConfig(env),
    fcmServiceAccount: env.FCM_SERVICE_ACCOUNT,
    iceServers: parseIceServers(env.STUN_URL ?? "") ?? [],
    logLevel: env.LOG_LEVEL ?? "info",
  };
}

function carrierSettingsOf(provider: Provider, values: EnvVariables): CarrierSettings | undefined {
  if (provider === "simulator") return undefined;
  return Object.fromEntries(Object.keys(variablesOf(provider)).map((name) => [name, values[name]]));
}

function s3Config(env: EnvVariables): Env["s3"] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket } = env;
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = env;
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, accessKeyId, secretAccessKey }
    : undefined;
}

function googleConfig(env: z.infer<typeof variables>): Env["google"] {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret, GOOGLE_API_URL: url } = env;
  return clientId && clientSecret
    ? { clientId, clientSecret, ...(url && { url: url.replace(/\/+$/, "") }) }
    : undefined;
}

function metaConfig(env: z.infer<typeof variables>): Env["meta"] {
  const { META_APP_ID: appId, META_APP_SECRET: appSecret, META_VERIFY_TOKEN: verifyToken, META_API_URL: url } = env;
  return appId && appSecret && verifyToken
    ? { appId, appSecret, verifyToken, ...(url && { url: url.replace(/\/+$/, "") }) }
    : undefined;
}

function pickVariables(source: Record<string, string | undefined>): EnvVariables {
  const names = Object.keys({ ...variables.shape, ...carrierVariables });
  return Object.fromEntries(names.map((name) => [name, source[name]?.trim() || undefined]));
}

/** Variables that become required by another one's value. */
function missingVariables(values: EnvVariables): string[] {
  const problems: string[] = [];
  const requireAll = (names: readonly string[], reason: string) => {
    for (const name of names) if (!values[name]) problems.push(`${name} is missing: ${reason}`);
  };
  if (s3Names.some((name) => values[name])) requireAll(s3Names, "the S3_ values are needed all together");
  if (["GOOGLE_API_URL", ...googleNames].some((name) => values[name]))
    requireAll(googleNames, "the GOOGLE_ values are needed all together");
  if (["META_API_URL", ...metaNames].some((name) => values[name]))
    requireAll(metaNames, "the META_ values are needed all together");
  const carrier = carrierNames.find((name) => name === values.SMS_PROVIDER);
  if (!carrier) return problems;
  const required = Object.entries(variablesOf(carrier)).flatMap(([name, { isOptional }]) => (isOptional ? [] : name));
  requireAll([...required, "PUBLIC_URL"], `SMS_PROVIDER=${carrier} needs it`);
  const address = values.PUBLIC_URL;
  if (address && URL.canParse(address) && !isSecure(new URL(address))) {
    problems.push(
      `PUBLIC_URL must begin with https:// for SMS_PROVIDER=${carrier}, unless it is this machine's own address`,
    );
  }
  return problems;
}

function isSecure({ protocol, hostname }: URL): boolean {
  return protocol !== "http:" || isLoopback(hostname);
}

function describeProblem(name: string, allowed: string, values: EnvVariables): string {
  const value = values[name] ?? "";
  const isSecret = secretNames.includes(name) || /PASSWORD|KEY|TOKEN|SECRET/.test(name) || hasCredentials(value);
  return `${name} ${allowed}${isSecret ? "" : `, not "${value}"`}`;
}

function localUrl(host: string, port: number): string {
  const isWildcard = host === "0.0.0.0" || host === "::";
  return `http://${isWildcard ? "localhost" : host.includes(":") ? `[${host}]` : host}:${port}`;
}

function isJsonOrPath(value: string): boolean {
  if (!value.startsWith("{")) return true;
  try {
    const account: unknown = JSON.parse(value);
    return z.safeParse(z.object({ client_email: z.string(), private_key: z.string() }), account).success;
  } catch {
    return false;
  }
}
