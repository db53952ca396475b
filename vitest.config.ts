import { defineConfig } from "vitest/config";

const everywhere = ["**/node_modules/**", "dist/**", ".cache/**", "data/**", "e2e/**"];
const checks = ["checks/**/*.test.ts"];
/** Whatever runs on the server or talks to Postgres; the pure rules and the browser's logic are `unit`. */
const http = [
  "{core,domains,simulator}/**/{server,testing}/**/*.test.ts",
  "domains/**/calls*.test.ts",
  "{server,database,ports,simulator}/**/*.test.ts",
];

export default defineConfig({
  test: {
    // One more than the usual two processors: the longest files wait for more than a third of their time.
    maxWorkers: 3,
    pool: "forks",
    testTimeout: 20_000,
    hookTimeout: 60_000,
    projects: [
      {
        extends: true,
        test: { name: "checks", include: checks, exclude: everywhere, globalSetup: "core/testing/setup.ts" },
      },
      {
        extends: true,
        test: { name: "unit", include: ["**/*.test.{ts,tsx}"], exclude: [...everywhere, ...checks, ...http, "bin/**"] },
      },
      {
        extends: true,
        // Every file opens a house of its own on a database of its own; the program's modules are read once for all of them.
        test: {
          name: "http",
          include: http,
          exclude: everywhere,
          globalSetup: "core/testing/setup.ts",
          isolate: false,
        },
      },
    ],
  },
});
