import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { Fact } from "#core/fact.ts";
import type { Job } from "#core/job.ts";
import { allJobs, domains, listeners } from "#server/domains.ts";
import { exportsOf, isTest, readSources, root, type Source } from "./sources.ts";

const sources = await readSources();
const paths = sources.map(({ path }) => path);
const isNamed =
  (name: string) =>
  ({ path }: Source) =>
    basename(path) === name;

/** Everything that some files in `domains/` export. */
const domainExports = (isWanted: (source: Source) => boolean) =>
  exportsOf(sources.flatMap((source) => (source.path.startsWith("domains/") && isWanted(source) ? source.path : [])));

const isJob = (value: unknown): value is Job => typeof value === "object" && value !== null && "retries" in value;
const declaresJobs = ({ path, text }: Source) =>
  !isTest(path) && /\/server\//.test(path) && /^export const \w+ = job\(/m.test(text);
const jobsOf = async () => (await domainExports(declaresJobs)).map(({ value }) => value).filter(isJob);

test("server/domains.ts lists every domain with a server folder, under its folder's name", async () => {
  const folders = (await readdir(join(root, "domains"))).filter((folder) =>
    paths.some((path) => path.startsWith(`domains/${folder}/`) && path.includes("/server/")),
  );
  expect(domains.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(domains).toEqual(
    expect.arrayContaining((await domainExports(isNamed("manifest.ts"))).map(({ value }) => value)),
  );
});

test("every declared job has exactly one worker", async () => {
  const heard = new Set(listeners.map(({ job }) => job));
  const asked = allJobs.filter((job) => !heard.has(job));
  expect(asked.map(({ name }) => name).sort()).toEqual((await jobsOf()).map(({ name }) => name).sort());
  expect(new Set(allJobs.map(({ name }) => name)).size).toBe(allJobs.length);
});

const isFact = (value: unknown): value is Fact => typeof value === "object" && value !== null && "fact" in value;

test("every fact is announced, has a name of its own, and holds keys of a dealer", async () => {
  const declared = (await domainExports(isNamed("facts.ts"))).flatMap(({ path, value }) => {
    const members = typeof value === "object" && value !== null ? Object.values(value) : [];
    return members.filter(isFact).map((fact) => ({ path, fact }));
  });
  expect(new Set(declared.map(({ fact }) => fact.fact)).size).toBe(declared.length);
  const unknown = listeners.filter((listener) => !declared.some(({ fact }) => fact === listener.fact));
  expect(unknown.map(({ job }) => job.name)).toEqual([]);
  expect(declared.length).toBeGreaterThan(0);
  for (const { path, fact } of declared) {
    const name = /export const (\w+Facts) = facts\(/.exec(
      sources.find((source) => source.path === path)?.text ?? "",
    )?.[1];
    const announced = sources.some(({ text }) => !isTest(path) && text.includes(`announce(${name}.`));
    expect({ path, announced, keys: fact.data.safeParse({ text: "no keys" }).success }).toEqual({
      path,
      announced: true,
      keys: false,
    });
  }
});

test("every call group is mounted exactly once", async () => {
  const mounted = domains.flatMap(({ calls = [] }) => calls.map((group) => group.calls));
  const declared = (await domainExports(isNamed("contract.ts"))).filter(({ value }) => isCallMap(value));
  expect(declared.flatMap(({ path, value }) => (mounted.includes(value as never) ? [] : path))).toEqual([]);
  expect(mounted).toHaveLength(declared.length);
});

/** What `calls()` makes: an object whose every member has a method and a path. */
function isCallMap(value: unknown): boolean {
  const members = typeof value === "object" && value !== null ? Object.values(value) : [];
  const isCall = (member: unknown) => typeof member === "object" && member !== null && "allow" in member;
  return members.length > 0 && members.every(isCall);
}
