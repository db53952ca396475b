import { basename } from "node:path";
import { isCode, isTest, type Source } from "./sources.ts";

const forbidden = /^(utils?|helpers?|misc|common|libs?|shared)$|(Utils?|Helpers?|Misc|Common|Shared)$/;

/** Vague file and folder names, barrels, default exports, and misplaced files, one sentence each. */
export function nameViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const { path, text } = source;
    if (!/\.(ts|tsx|mjs|css|sql)$/.test(path)) return [];
    const parts = path.replace(/(\.\w+)+$/, "").split("/");
    const vague = parts.find((part) => forbidden.test(part));
    return [
      ...(vague ? [`${path}: "${vague}" says nothing about what is inside; name the thing.`] : []),
      ...(/(^|\/)index\.tsx?$/.test(path) ? [`${path}: no index files; import the file that has the thing.`] : []),
      ...(isCode(path) && /^export (default\b|\{[^}]*\bas default\b)/m.test(text) && !isConfig(path)
        ? [`${path}: named exports only.`]
        : []),
      ...(sliceViolations(source) ?? []),
    ];
  });
}

/** Some tools require a default export. */
const isConfig = (path: string) => /^[^/]+\.config\.\w+$|^e2e\/startApp\.ts$/.test(path);

/** A slice allows a closed set of file names. */
function sliceViolations({ path, text }: Source): string[] | undefined {
  const rest = /^domains\/\w+\/(?:(?!server\/|web\/)\w+\/)?(.+)$/.exec(path)?.[1];
  if (!rest || isTest(path))
    return isTestOutOfPlace(path) ? [`${path}: a test belongs beside the code it tests.`] : undefined;
  const [side, name = ""] = rest.includes("/") ? [rest.split("/")[0], rest.slice(rest.indexOf("/") + 1)] : ["", rest];
  if (side === "") return isOneOf(path, name, ["contract.ts", "fields.ts", "rules.ts"]);
  if (side !== "server" && side !== "web") return [`${path}: a slice has server/ and web/ only.`];
  const folders = name.split("/").slice(0, -1);
  const odd = folders.find((folder) => !/^[a-z]\w*$/.test(folder));
  if (odd) return [`${path}: "${odd}" names a part of ${side}/ in camelCase.`];
  return side === "server" ? serverName(path, basename(name)) : webName(path, basename(name), text);
}

function isOneOf(path: string, name: string, names: readonly string[]): string[] {
  return names.includes(name) ? [] : [`${path}: beside server/ and web/ a slice has ${names.join(", ")} only.`];
}

function isTestOutOfPlace(path: string): boolean {
  const name = basename(path);
  return (
    /^domains\/[^/]+\/[^/]+\.test\.ts$/.test(path) && !/^(calls(\.\w+)?|rules|fields|contract)\.test\.ts$/.test(name)
  );
}

function serverName(path: string, name: string): string[] {
  return /^[a-z]\w*\.ts$/.test(name) ? [] : [`${path}: files of server/ are camelCase .ts.`];
}

function webName(path: string, name: string, text: string): string[] {
  if (/^(screens\.ts|public\.tsx|[A-Za-z]\w*\.module\.css)$/.test(name)) return [];
  if (/^[A-Z]\w*\.tsx$/.test(name)) {
    return exportsComponent.test(text) ? [] : [`${path}: a file with a component's name exports a component.`];
  }
  return /^[a-z]\w*\.tsx?$/.test(name) ? [] : [`${path}: files of web/ are Component.tsx or camelCase.ts.`];
}

const exportsComponent = /^export (?:async )?(?:function\*?|const|class|\{) ?[A-Z]/m;
