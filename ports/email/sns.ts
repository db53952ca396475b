import { createPublicKey, createVerify } from "node:crypto";

/** Fetches a small text from an address that was checked before. */
export type FetchText = (url: URL) => Promise<string>;

/**
 * SNS in one of Amazon's regions, those of China at their own domain. Anybody can sign with a certificate from elsewhere, and
 * names such as `sns.s3-us-west-2.amazonaws.com` belong to whoever took them.
 */
const snsHost = /^sns\.((?!cn-)[a-z]{2}(-[a-z]+){1,2}-\d{1,2}\.amazonaws\.com|cn-[a-z]+-\d{1,2}\.amazonaws\.com\.cn)$/;
const certificatePath = /^\/SimpleNotificationService-[\w-]{1,64}\.pem$/;

/** The signed fields in their order, by the kind of message. */
const signedFields = {
  Notification: ["Message", "MessageId", "Subject", "Timestamp", "TopicArn", "Type"],
  SubscriptionConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
  UnsubscribeConfirmation: ["Message", "MessageId", "SubscribeURL", "Timestamp", "Token", "TopicArn", "Type"],
} as const;

/** What Amazon SES published, with the id of its SNS message. */
export interface SnsNotification {
  /** The topic that it came through, one of ours. */
  readonly topic: string;
  readonly id: string;
  /** JSON, or undefined for a message about the subscription itself. */
  readonly message: unknown;
}

/** How addresses of Amazon's are asked. */
export interface SnsFetch {
  readonly fetchText: FetchText;
  /** For a message that nothing proves yet. */
  readonly fetchCertificate: FetchText;
}

const certificates = new Map<string, string>();

/**
 * Reads an SNS message once its signature and topic are proven. A subscription is confirmed on the spot. Returns `forbidden`
 * for what isn't from one of the topics.
 */
export async function readSns(
  body: string,
  topics: readonly string[],
  { fetchText, fetchCertificate }: SnsFetch,
): Promise<SnsNotification | "forbidden" | "unreadable"> {
  const fields = parseObject(body);
  if (!fields) return "unreadable";
  const { Type, TopicArn, MessageId } = fields;
  if (!isKind(Type) || typeof TopicArn !== "string" || !topics.includes(TopicArn)) return "forbidden";
  if (!(await isSigned(fields, Type, fetchCertificate))) return "forbidden";
  const about = { topic: TopicArn, id: String(MessageId) };
  if (Type === "Notification") return { ...about, message: parseObject(String(fields.Message)) };
  const url = amazonsUrl(fields.SubscribeURL);
  if (Type === "SubscriptionConfirmation" && url) await fetchText(url);
  return { ...about, message: undefined };
}

const isKind = (type: unknown): type is keyof typeof signedFields =>
  typeof type === "string" && Object.hasOwn(signedFields, type);

async function isSigned(
  fields: Record<string, unknown>,
  type: keyof typeof signedFields,
  fetchCertificate: FetchText,
): Promise<boolean> {
  const url = amazonsUrl(fields.SigningCertURL ?? fields.SigningCertUrl);
  const algorithm = { "1": "RSA-SHA1", "2": "RSA-SHA256" }[String(fields.SignatureVersion)];
  if (!url || !certificatePath.test(url.pathname) || url.search !== "" || !algorithm) return false;
  const signed = signedFields[type].flatMap((name) =>
    typeof fields[name] === "string" ? [`${name}\n${fields[name]}\n`] : [],
  );
  const certificate = certificates.get(url.href) ?? (await fetchCertificate(url).catch(noneIfRefused));
  try {
    const verify = createVerify(algorithm).update(signed.join(""));
    if (!verify.verify(createPublicKey(certificate), String(fields.Signature), "base64")) return false;
  } catch {
    return false;
  }
  // Only one that signed something counts as Amazon's; they change a few times a year.
  if (certificates.size > 20) certificates.clear();
  certificates.set(url.href, certificate);
  return true;
}

function amazonsUrl(value: unknown): URL | undefined {
  if (typeof value !== "string" || !URL.canParse(value)) return undefined;
  const url = new URL(value);
  const isPlain = url.port === "" && url.username === "" && url.password === "" && url.hash === "";
  return url.protocol === "https:" && snsHost.test(url.hostname) && isPlain ? url : undefined;
}

/** Amazon has no such certificate. When it can't be reached, the sender tries again. */
function noneIfRefused(error: unknown): string {
  const { status = 0 } = error as { status?: number };
  if (status >= 400 && status < 500) return "";
  throw error;
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

const maxCharacters = 64 * 1024;

export async function fetchFromAmazon(url: URL): Promise<string> {
  const response = await fetch(url, { redirect: "error", signal: AbortSignal.timeout(10_000) });
  const text = await response.text();
  if (!response.ok || text.length > maxCharacters) {
    const { status } = response;
    throw Object.assign(new Error(`No answer from ${url.hostname}: ${status}`), { status });
  }
  return text;
}
