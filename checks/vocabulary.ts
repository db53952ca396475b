import { declarationsOf } from "./declarations.ts";
import { isCode, type Source } from "./sources.ts";

/** Names that must not be declared, and what to use instead. */
const forbiddenNames: Readonly<Record<string, string>> = {
  Unit: "UnitOfWork",
  Said: "CallResult, or a name by its meaning",
  Surroundings: "Deps",
  GatheringSocket: "CoalescingSocket",
  plannedOnce: "preparedStatement",
  askingTheSameBy: "queryPrepared",
  lookingOnly: "readOnlyWithin",
  givenRows: "rowsAsQuery",
  newestPage: "timeOrderedPage",
  Stretch: "KeysetRange",
  Heads: "LastSequences",
  Mark: "EventPosition",
  eventLine: "eventSequencer",
  onDemand: "lazyDialog",
  patiently: "retryImport",
  pace: "afterPaint or yieldToMain",
  overXhr: "xhrTransport",
  useGathered: "useThrottledCallback",
  useStateOf: "useKeyedState",
  May: "Can",
  useWhyNot: "useDeniedReason",
  Shelf: "StorageLike",
  tableRoles: "tableRoleProps",
  hearing: "realtimeSync",
  reading: "messageLoader, or what is read",
  listing: "chatListLoader, or what is listed",
  chatBook: "chatListCache",
  learn: "upsertIfNewer",
  Passage: "LoadedMessages",
  lastWish: "latestOnly",
  ahead: "prefetch",
  useAhead: "usePrefetchOnHover",
  takeIn: "applyCarrierStatus",
  judgeCall: "applyCallUpdate",
  noteCall: "addCallMessage",
  renoteCall: "updateCallMessage",
  shownTo: "messageViewFor",
  absorb: "mergeCustomer",
  drawAnew: "reencodeImage",
  drawScreens: "prerenderScreens",
  behindStore: "drillDown",
  Place: "LocationKey, or what the place is",
};

/** Words that no name contains: `told` also forbids `isTold`, but not the column `told_at`. */
const forbiddenWords: Readonly<Record<string, string>> = {
  tell: "publish, or what is done",
  telling: "event, or what is published",
  told: "published, or what was done",
  gathering: "batch",
  gathered: "batched",
  surroundings: "deps",
  wish: "intent",
  wishes: "intent",
  anew: "again",
  drawn: "prerendered, or displayed",
  behind: "drillDown, or what is behind it",
  gone: "deleted",
  there: "present or exists",
  stands: "exists",
  house: "testApp",
  town: "a plain word for the fixture",
  crowd: "a plain word for the load",
  weather: "a plain word for the load",
  ticker: "interval job",
  tickers: "interval jobs",
  weave: "interleave",
  weaving: "interleaving",
  woven: "interleaved",
  judge: "evaluate",
  fates: "failures",
  death: "crash",
  deaths: "crashes",
  whereabouts: "redirect, or where somebody is",
};

/** Files and folders that must not be called so. */
const forbiddenFiles: Readonly<Record<string, string>> = {
  ...forbiddenNames,
  words: "fields.ts",
  part: "lazyNamed.ts",
  known: "upsertIfNewer.ts",
  eventMark: "eventPosition.ts",
  gathering: "batcher.ts",
  gatheringSocket: "coalescingSocket.ts",
  visits: "supportAccess",
  testHouse: "testApp.ts",
  openTestHouse: "testApp.ts",
};

/** Columns and stored values keep their names, because migrations that landed and other clients know them. */
const stored: readonly (readonly [file: RegExp, name: string])[] = [[/^domains\/tasks\/rules\.ts$/, "gone"]];

/** Generated, and the list itself. */
const unchecked = /^database\/types\.ts$|^checks\/vocabulary\.ts$/;

/** Declared names that have a better one, one sentence each. */
export function vocabularyViolations(sources: readonly Source[]): string[] {
  return sources.flatMap((source) => {
    const { path } = source;
    if (!isCode(path) || unchecked.test(path)) return [];
    return [...pathViolations(path), ...new Set(nameViolations(source))];
  });
}

function pathViolations(path: string): string[] {
  return path.split("/").flatMap((part) => {
    const name = part.replace(/(\.\w+)+$/, "");
    const instead = own(forbiddenFiles, name) ?? wordIn(name);
    return instead ? [`${path}: not "${name}", but ${instead}.`] : [];
  });
}

function nameViolations(source: Source): string[] {
  const { path } = source;
  return declarationsOf(source).flatMap(({ name, kind }) => {
    const instead = own(forbiddenNames, name) ?? wordIn(name);
    const isStored = kind === "member" && stored.some(([file, column]) => file.test(path) && column === name);
    return instead && !isStored ? [`${path}: not "${name}", but ${instead}.`] : [];
  });
}

/** What to say instead of a forbidden word in a name; names with underscores are columns and fields of the wire. */
function wordIn(name: string): string | undefined {
  if (name.includes("_")) return undefined;
  const words = name.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  return words.map((word) => own(forbiddenWords, word)).find((instead) => instead !== undefined);
}

const own = (list: Readonly<Record<string, string>>, name: string) =>
  Object.hasOwn(list, name) ? list[name] : undefined;
