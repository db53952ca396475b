import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import type { Job } from "#core/job.ts";
import { allJobs, domains } from "#server/domains.ts";
import { readSources, root } from "./sources.ts";

const paths = (await readSources()).map(({ path }) => path);

/** Everything that the files with this name in `domains/` export. */
async function exportsOf(name: string): Promise<[path: string, value: unknown][]> {
  const files = paths.filter((path) => path.startsWith("domains/") && basename(path) === name);
  const modules = await Promise.all(files.map(async (path) => [path, await import(join(root, path))] as const));
  return modules.flatMap(([path, module]) => Object.values(module).map((value): [string, unknown] => [path, value]));
}

const isJob = (value: unknown): value is Job => typeof value === "object" && value !== null && "retries" in value;
const jobsOf = async () => (await exportsOf("jobs.ts")).map(([, value]) => value).filter(isJob);

test("server/domains.ts lists every domain with a server folder, under its folder's name", async () => {
  const folders = (await readdir(join(root, "domains"))).filter((folder) =>
    paths.some((path) => path.startsWith(`domains/${folder}/`) && path.includes("/server/")),
  );
  expect(domains.map(({ name }) => name).sort()).toEqual(folders.sort());
  expect(domains).toEqual(expect.arrayContaining((await exportsOf("manifest.ts")).map(([, manifest]) => manifest)));
});

test("every declared job has exactly one worker", async () => {
  expect(allJobs.map(({ name }) => name).sort()).toEqual((await jobsOf()).map(({ name }) => name).sort());
  expect(new Set(allJobs.map(({ name }) => name)).size).toBe(allJobs.length);
});

test("every call group is mounted exactly once", async () => {
  const mounted = domains.flatMap(({ calls = [] }) => calls.map((group) => group.calls));
  const declared = (await exportsOf("contract.ts")).filter(([, value]) => isCallMap(value));
  expect(declared.flatMap(([path, value]) => (mounted.includes(value as never) ? [] : path))).toEqual([]);
  expect(mounted).toHaveLength(declared.length);
});

/** What `calls()` makes: an object whose every member has a method and a path. */
function isCallMap(value: unknown): boolean {
  const members = typeof value === "object" && value !== null ? Object.values(value) : [];
  const isCall = (member: unknown) => typeof member === "object" && member !== null && "allow" in member;
  return members.length > 0 && members.every(isCall);
}
