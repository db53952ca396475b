import { expect, test } from "vitest";
import { Failure } from "#core/failure.ts";
import { explainStart } from "./explainStart.ts";

const env = { port: 3000, dataDir: "/data" };
const failed = (message: string, code?: string) => Object.assign(new Error(message), code && { code });
const slow = new Failure("unavailable");
slow.cause = new Error("timeout exceeded when trying to connect");

test.each([
  [failed("listen", "EADDRINUSE"), "Port 3000 is in use by another program. Choose another: PORT=3001 npm start"],
  [
    failed("password authentication failed", "28P01"),
    "The database refuses the sign-in in DATABASE_URL: password authentication failed",
  ],
  [
    failed('database "x" does not exist', "3D000"),
    'The database in DATABASE_URL doesn\'t exist: database "x" does not exist',
  ],
  [failed("connect ECONNREFUSED", "ECONNREFUSED"), "The database can't be reached: connect ECONNREFUSED"],
  [
    slow,
    "The database answers too slowly to start (timeout exceeded when trying to connect). Look at its load and at the network to it, then start again.",
  ],
  [failed("The schema is newer"), "The schema is newer"],
])("a start that failed with %s is told in a line", (error, line) => expect(explainStart(error, env)).toBe(line));
