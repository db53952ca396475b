import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { asAccount, type UnixAccount } from "./account.ts";
import type { Binaries } from "./binaries.ts";

/** The paths of a cluster and its companion files in the data folder. */
export function clusterPaths(dataDir: string) {
  return {
    folder: join(dataDir, "postgres"),
    unfinished: join(dataDir, "postgres.unfinished"),
    password: join(dataDir, "postgres.password"),
    log: join(dataDir, "postgres.log"),
  };
}

export const databaseOwner = "rooftop";

/** The environment of Postgres. Ours may contain secrets and settings for other servers. */
export const postgresEnvironment = { PATH: process.env.PATH, LC_ALL: "C" };

/** Creates the cluster on the first start, checks it on later ones, and returns its owner's password. */
export function openCluster(dataDir: string, binaries: Binaries, account: UnixAccount, log: (text: string) => void) {
  const paths = clusterPaths(dataDir);
  if (!existsSync(paths.folder)) createCluster(dataDir, binaries, account, log);
  if (account) chownTo(account, [paths.folder, paths.password]);
  const version = readFileSync(join(paths.folder, "PG_VERSION"), "utf8").trim();
  if (version !== binaries.major) {
    throw new Error(
      `The database in ${paths.folder} was made by Postgres ${version}, and this Rooftop brings Postgres ${binaries.major}. ` +
        "Start it with the Rooftop that made it, take a dump with pg_dump, and restore that into a new data folder.",
    );
  }
  if (!existsSync(paths.password)) {
    throw new Error(`The password of the database is missing: ${paths.password}. Restore that file from a backup.`);
  }
  return readFileSync(paths.password, "utf8").trim();
}

/** Renames the folder last, so an interrupted start leaves nothing that looks like a database. */
function createCluster(dataDir: string, binaries: Binaries, account: UnixAccount, log: (text: string) => void) {
  const paths = clusterPaths(dataDir);
  log("Creating the database (once)");
  rmSync(paths.unfinished, { recursive: true, force: true });
  mkdirSync(paths.unfinished, { mode: 0o700 });
  rmSync(paths.password, { force: true });
  writeFileSync(paths.password, `${randomBytes(24).toString("base64url")}\n`, { mode: 0o600 });
  if (account) chownTo(account, [paths.unfinished, paths.password]);
  const command = asAccount(account, dataDir, binaries.initdb, [
    `--pgdata=${paths.unfinished}`,
    `--username=${databaseOwner}`,
    `--pwfile=${paths.password}`,
    "--auth=scram-sha-256",
    "--encoding=UTF8",
    // Sorts names naturally, the same on every machine.
    "--locale-provider=icu",
    "--icu-locale=en-US",
    `--locale=${process.platform === "darwin" ? "en_US.UTF-8" : "C.UTF-8"}`,
  ]);
  const result = spawnSync(command.file, command.args, {
    ...command.options,
    cwd: "/",
    env: postgresEnvironment,
    encoding: "utf8",
  });
  if (result.status !== 0) {
    const reason = result.error?.message ?? result.stderr.trim();
    throw new Error(`The database could not be created in ${paths.folder}: ${reason}`);
  }
  renameSync(paths.unfinished, paths.folder);
}

/** Gives the account files that root created or restored from a backup. */
function chownTo(account: NonNullable<UnixAccount>, paths: string[]) {
  const rootOwned = paths.filter((path) => statSync(path, { throwIfNoEntry: false })?.uid === 0);
  if (rootOwned.length > 0) spawnSync("chown", ["-R", `${account.uid}:${account.gid}`, ...rootOwned]);
}
