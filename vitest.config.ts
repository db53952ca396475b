import { defineConfig } from "vitest/config";

const excluded = ["**/node_modules/**", "dist/**", ".cache/**", "data/**", "e2e/**"];
const connections = ["testing/heldConnections.ts"];
const checks = ["checks/**/*.test.ts"];
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
        },
      },
      {
        extends: true,
        test: { name: "unit", include: ["**/*.test.{ts,tsx}"], exclude: [...excluded, ...checks, ...http, "bin/**"] },
      },
      {
        extends: true,
        // Each file starts its own app on its own database; without isolation all files share the loaded modules.
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
