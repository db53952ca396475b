import { ServerResponse } from "node:http";

export const redacted = "[redacted]";

/** Names of what opens something, in headers, bodies, addresses and settings alike. */
const names =
  "authorization|proxy[-_]?authorization|x[-_]?twilio[-_]?signature|cookie|set[-_]?cookie|(?:[\\w-]*[-_])?(?:" +
  "pass(?:word|wd|phrase|code)?|pwd|pin|otp|secret|token|jwt|credentials?|signature|api[-_]?key|private[-_]?key|" +
  "secret[-_]?key|access[-_]?key(?:[-_]?id)?|auth[-_]?key|key[-_]?pair|session|p256dh|auth|seat|device|ticket" +
  ")(?:[-_](?:hash|hashes|key|value|new|old|confirmation|again|id_token))?s?";
const secretName = new RegExp(`^(?:${names})$`, "i");
/** What `password_hash` is called in other spellings: `passwordHash`, `newPassword`, `accessToken`. */
const secretInCamelCase =
  /(?:Password|Passphrase|Passcode|Secret|Token|Cookie|Otp|Pin|ApiKey|PrivateKey|AccessKey|SecretKey|Signature|Credentials?)(?:Hash|s)?$/;
const secretStartInCamelCase = /^(?:password|secret|token|cookie|credentials?)(?:[A-Z]|s$)/;

/** True for such a name, also within one of a form: `user[password]`, `tokens[0]`, `login.password`. */
export function isSecretName(name: string): boolean {
  return name
    .split(/[.[\]]+/)
    .some((part) => secretName.test(part) || secretInCamelCase.test(part) || secretStartInCamelCase.test(part));
}

/** Names that are secret in what somebody sends: elsewhere they say which error it was. */
const bodyNames = /^(body|payload|form|fields|query|params|data)$/i;
const secretInBody = /^(code|codes|link|otp|answer)$/i;

const start = "(?:^|[?&;,.\\s{[(\"'])";
const fieldEnd = "\\]?(?:\\[[^\\]]*\\])*";
const inText: readonly (readonly [RegExp, string])[] = [
  [/\bBearer\s+[\w.~+/=-]{4,}/gi, `Bearer ${redacted}`],
  [/\b([Bb]asic|BASIC)\s+(?=[\w+/=-]*[A-Z0-9=])[\w+/=-]{6,}/g, `$1 ${redacted}`],
  [/\b(Digest)\s+\w+=[^\n]*/gi, `$1 ${redacted}`],
  [/(\/\/[^\s/:@"']*):[^\s/"']+@/g, `$1:${redacted}@`],
  [/(^|\n)((?:set-|proxy-)?(?:cookie|authorization)\s*:)[^\n]*/gi, `$1$2 ${redacted}`],
  [new RegExp(`(${start}\\\\?["']?(?:${names})\\\\?["']?\\s*[=:]\\s*)"(?:[^"\\\\]|\\\\.)*"?`, "gi"), `$1"${redacted}"`],
  [new RegExp(`(${start}\\\\?["']?(?:${names})\\\\?["']?\\s*[=:]\\s*)'(?:[^'\\\\]|\\\\.)*'?`, "gi"), `$1'${redacted}'`],
  // JSON within a text of JSON.
  [new RegExp(`(\\\\"(?:${names})\\\\"\\s*:\\s*\\\\")(?:(?!\\\\").)*`, "gi"), `$1${redacted}`],
  [new RegExp(`(${start}["']?(?:${names})["']?\\s*:\\s*)(?:-?\\d[\\d.]*|\\[[^\\]]*\\]?)`, "gi"), `$1${redacted}`],
  [new RegExp(`(${start}(?:${names})${fieldEnd}\\s*=\\s*)[^\\s&;,"'\\])}]+`, "gi"), `$1${redacted}`],
  [new RegExp(`((?:^|[\\s{,(])(?:${names}):\\s*)[^\\s,;"'\\])}]+`, "gi"), `$1${redacted}`],
  // A JSON web token, wherever it stands.
  [/\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/g, redacted],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, redacted],
  // The signed part of a public link: `/j/…`, `/files/…`, `/calendar/….ics`.
  [/(\/(?:j|r|u|v|l|o|w|f|i|files|calendar)\/(?:[\w.-]+\/)*)[\w.-]{20,}/g, `$1${redacted}`],
];

const maxCharacters = 20_000;

/** A text without the secrets in it. */
export function redactText(text: string): string {
  const shown = text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text;
  return inText.reduce((result, [pattern, replacement]) => result.replace(pattern, replacement), shown);
}

const maxDepth = 12;
const maxValues = 2_000;

/** A copy for the log without secrets, by name at any depth, and in texts. It holds what JSON can say and no more. */
export function redact(value: unknown): unknown {
  let left = maxValues;
  const above: object[] = [];

  function copy(one: unknown, isBody: boolean): unknown {
    if (typeof one === "string") return redactText(one);
    if (typeof one === "bigint" || typeof one === "symbol") return String(one);
    if (typeof one === "function") return undefined;
    if (typeof one !== "object" || one === null) return one;
    left -= 1;
    if (left < 0 || above.length >= maxDepth || above.includes(one)) return "[…]";
    above.push(one);
    try {
      return copyObject(one, isBody);
    } catch {
      return "[unreadable]";
    } finally {
      above.pop();
    }
  }

  function copyObject(one: object, isBody: boolean): unknown {
    if (one instanceof Error) return copyError(one);
    if (one instanceof Date) return Number.isNaN(one.getTime()) ? "Invalid Date" : one.toISOString();
    if (ArrayBuffer.isView(one) || one instanceof ArrayBuffer) return `[${one.byteLength} bytes]`;
    if (one instanceof URL) return redactText(one.href);
    if (isReply(one)) return { statusCode: one.statusCode };
    if (isRequest(one)) return { method: one.method, url: redactText(String(one.url)) };
    if (one instanceof URLSearchParams || one instanceof Headers || one instanceof Map)
      return copyEntries(
        [...one].map(([name, item]) => [String(name), item]),
        isBody,
      );
    if (one instanceof Set) return copyList([...one], isBody);
    if (Array.isArray(one)) return copyList(one, isBody);
    if ("toJSON" in one && typeof one.toJSON === "function") {
      const plain: unknown = one.toJSON();
      if (plain !== one) return copy(plain, isBody);
    }
    return copyEntries(Object.entries(one), isBody);
  }

  /** Raw headers are lists of names and values in turn; entries are pairs. */
  function copyList(list: readonly unknown[], isBody: boolean): unknown[] {
    return list.map((item, at) => {
      const name = list[at - 1];
      return typeof name === "string" && isSecretName(name.trim()) ? redacted : copy(item, isBody);
    });
  }

  function copyEntries(entries: readonly (readonly [string, unknown])[], isBody: boolean): Record<string, unknown> {
    const named = entries.find(([name, item]) => /^(name|key|field|header)$/i.test(name) && isSecretItem(item));
    const copied = entries.map(([name, item]): [string, unknown] => {
      const isSecret = isSecretName(name) || (isBody && secretInBody.test(name));
      const isNamedValue = named !== undefined && /^(value|values|content|data)$/i.test(name);
      if ((isSecret || isNamedValue) && item !== null && item !== undefined && typeof item !== "boolean")
        return [name, redacted];
      return [name, copy(item, isBody || bodyNames.test(name))];
    });
    return Object.fromEntries(copied);
  }

  const isSecretItem = (item: unknown) => typeof item === "string" && isSecretName(item.trim());

  /** A connection error carries the whole connection, so that only these are kept. */
  function copyError(error: Error & { code?: unknown }): Record<string, unknown> {
    const { name, message, code, stack, cause } = error;
    const others = error instanceof AggregateError ? { errors: error.errors.map((one) => copy(one, false)) } : {};
    return {
      name,
      message: redactText(String(message)),
      ...(code !== undefined && { code: typeof code === "number" ? code : redactText(String(code)) }),
      stack: redactText(String(stack ?? "")),
      ...(cause instanceof Error && { cause: copy(cause, false) }),
      ...others,
    };
  }

  return copy(value, false);
}

/** A request of Node's or of the framework: only what it asked for. */
const isRequest = (one: object): one is { readonly method: unknown; readonly url: unknown } =>
  "method" in one && "url" in one && ("rawHeaders" in one || ("raw" in one && "headers" in one));

const isReply = (one: object): one is { readonly statusCode: unknown } =>
  one instanceof ServerResponse || ("raw" in one && "statusCode" in one && "getHeaders" in one);
