import { defineConfig } from "vitest/config";

const isDeep = process.env.TEST_DEPTH === "deep";
const excluded = ["**/node_modules/**", "dist/**", ".cache/**", "data/**", "e2e/**"];
// `*.deep.test.ts` runs in `npm test -- deep` only.
if (!isDeep) excluded.push("**/*.deep.test.ts");
const connections = ["testing/heldConnections.ts"];
const checks = ["checks/**/*.test.ts"];
/** Tests that replace modules by `vi.mock`. */
const mocked = ["**/*.mocked.test.{ts,tsx}"];
/** Tests that run the server or use Postgres; pure rules and browser logic are `unit`. */
const http = [
  "{core,domains,simulator}/**/{server,testing}/**/*.test.ts",
  "domains/**/calls*.test.ts",
  "{server,database,ports,sample,simulator,testing}/**/*.test.ts",
];

export default defineConfig({
  test: {
    // One more than the usual two cores, because the longest test files spend over a third of their time waiting.
    maxWorkers: 3,
    pool: "forks",
    // For a machine with ten times as much to do as it can. What hangs, hangs for longer.
    testTimeout: 90_000,
    hookTimeout: 180_000,
    setupFiles: ["testing/patience.ts"],
    projects: [
      {
        extends: true,
        test: {
          name: "checks",
          include: checks,
          exclude: excluded,
          globalSetup: "testing/setup.ts",
          setupFiles: connections,
          isolate: false,
        },
      },
      {
        extends: true,
        // Without isolation all files share the loaded modules: a process for each file takes four times as long as its tests.
        test: {
          name: "unit",
          include: ["**/*.test.{ts,tsx}"],
          exclude: [...excluded, ...checks, ...http, ...mocked, "bin/**"],
          isolate: false,
        },
      },
      {
        extends: true,
        // Each file in a process of its own, because others need the modules that it replaces.
        test: { name: "mocked", include: mocked, exclude: excluded },
      },
      {
        extends: true,
        // Each file starts its own app on its own database, and shares the loaded modules, too.
        test: {
          name: "http",
          include: http,
          exclude: excluded,
          globalSetup: "testing/setup.ts",
          setupFiles: connections,
          isolate: false,
        },
      },
    ],
  },
});
