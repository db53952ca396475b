import { type DestinationStream, type Logger, type LoggerOptions, pino } from "pino";
import { diskFullWords } from "#core/server/diskFull.ts";
import { redact } from "./redact.ts";

/**
 * Logs JSON lines to standard output. Nothing that is logged, by us or by a package, holds a secret at any level: every value
 * passes through `redact` before anything else sees it. A full disk is named in words.
 */
export function createLog(level: string, stream?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    hooks: {
      logMethod(args, method) {
        const disk = args.map((arg) => diskFullWords((arg as { err?: unknown } | null)?.err ?? arg)).find(Boolean);
        const [first, ...others] = args.map((arg) => (arg instanceof Error ? arg : redact(arg)));
        const fields = first instanceof Error ? { err: redact(first) } : first;
        const words = first instanceof Error && others.length === 0 ? [redact(first.message)] : others;
        const line = [fields, ...words.map((word) => (word instanceof Error ? redact(word) : word))];
        if (disk) addWords(line, disk);
        method.apply(this, line as unknown as Parameters<typeof method>);
      },
    },
    serializers: { err: (error: unknown) => error },
  };
  const log = stream ? pino(options, stream) : pino(options);
  // Children inherit these.
  const { child, setBindings } = log;
  log.child = function redactedChild(this: Logger, bindings: object, childOptions: object) {
    return (child as typeof log.child).call(this, redact(bindings) as never, childOptions) as never;
  } as typeof log.child;
  log.setBindings = function redactedBindings(this: Logger, bindings) {
    setBindings.call(this, redact(bindings) as never);
  };
  return log;
}

/** Begins a line's text with these words. */
function addWords(line: unknown[], words: string): void {
  const at = typeof line[0] === "string" ? 0 : 1;
  line[at] = typeof line[at] === "string" ? `${words} (${line[at]})` : words;
}
