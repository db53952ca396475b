import { spawnSync } from "node:child_process";
import { chmodSync, lstatSync, readFileSync, statSync } from "node:fs";

/** The user that Postgres runs as; `null` when that is the user who runs Rooftop. */
export type UnixAccount = { uid: number; gid: number } | null;

/** How to run a program as an account. */
export interface SpawnCommand {
  file: string;
  args: string[];
  options: { uid?: number; gid?: number };
}

/**
 * Postgres refuses to run as root, so root gets an unprivileged account: the cluster's owner if it has one, or else
 * the user `postgres`, created if missing, or else `nobody`.
 */
export function accountFor(clusterFolder: string): UnixAccount {
  const owner = statSync(clusterFolder, { throwIfNoEntry: false });
  const self = process.getuid?.();
  if (self !== 0) {
    if (!owner || self === undefined || owner.uid === self) return null;
    throw new Error(
      `The database in ${clusterFolder} belongs to another user (id ${owner.uid}). ` +
        "Start Rooftop as that user or as root, or set DATA_DIR to another folder.",
    );
  }
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const account = findAccount("postgres") ?? createAccount("postgres") ?? findAccount("nobody");
  if (account) return account;
  throw new Error(
    "The embedded database can't run as root, and no other user could be found or added. " +
      "Add a user named postgres, run Rooftop as an ordinary user, or set DATABASE_URL.",
  );
}

/** Builds the command that runs a Postgres program as the account, with its files in `folder`. */
export function asAccount(account: UnixAccount, folder: string, program: string, args: string[]): SpawnCommand {
  if (!account) return { file: program, args, options: {} };
  allowTraversal(folder);
  const access = spawnSync("/bin/sh", ["-c", 'test -x "$0" && test -x "$1"', program, folder], {
    ...account,
    cwd: "/",
  });
  if (access.status === 0) return { file: program, args, options: account };
  return withTraversalPrivilege(account, folder, program, args);
}

/**
 * A parent folder is closed to other users, such as root's home. Its permissions are not ours to change, so the
 * account gets just the privilege to traverse it.
 */
function withTraversalPrivilege(
  account: NonNullable<UnixAccount>,
  folder: string,
  program: string,
  args: string[],
): SpawnCommand {
  const privilege = heldPrivilege();
  const caps = [`--inh-caps=+${privilege}`, `--ambient-caps=+${privilege}`];
  const prefix = [`--reuid=${account.uid}`, `--regid=${account.gid}`, "--clear-groups", ...caps, "--"];
  const works = privilege && spawnSync("setpriv", [...prefix, program, "--version"], { cwd: "/" }).status === 0;
  if (works) return { file: "setpriv", args: [...prefix, program, ...args], options: {} };
  throw new Error(
    `The embedded database runs as the user with id ${account.uid}, because Postgres refuses to run as root, ` +
      `and that user may not enter ${folder} or the folder of ${program}. ` +
      "Put both outside folders that are closed to others (such as /root), run Rooftop as an ordinary user, or set DATABASE_URL.",
  );
}

function heldPrivilege(): string | undefined {
  const held = /^CapPrm:\s*([0-9a-f]+)/m.exec(readFileSync("/proc/self/status", "utf8"));
  const bits = BigInt(`0x${held?.[1] ?? "0"}`);
  const holds = (bit: bigint) => (bits >> bit) & 1n;
  if (holds(2n)) return "dac_read_search";
  return holds(1n) ? "dac_override" : undefined;
}

/** Lets other users traverse Rooftop's data folder, but not list it. */
function allowTraversal(folder: string) {
  const { mode } = lstatSync(folder);
  if ((mode & 0o001) === 0) chmodSync(folder, 0o711);
}

function findAccount(name: string): UnixAccount {
  const results = ["-u", "-g"].map((flag) => spawnSync("id", [flag, name], { encoding: "utf8" }));
  const [uid, gid] = results.map((result) => (result.status === 0 ? Number(result.stdout) : Number.NaN));
  return uid && gid ? { uid, gid } : null;
}

function createAccount(name: string): UnixAccount {
  const flags = ["--system", "--user-group", "--no-create-home", "--shell", "/usr/sbin/nologin"];
  spawnSync("useradd", [...flags, name]);
  return findAccount(name);
}
