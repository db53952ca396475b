// Runs the server with its compiled code kept between starts, so that Node neither strips types nor compiles again.
import { enableCompileCache } from "node:module";
import { join } from "node:path";

enableCompileCache(join(import.meta.dirname, "../.cache/compiled"));
await import("../server/main.ts");
