import type { Server } from "#core/server/serve.ts";
import { mailPicturePath } from "../../email/rules.ts";
import { mailPictureByToken } from "./store.ts";

const yearInSeconds = 365 * 24 * 3600;

/**
 * Serves the pictures of emails at `/i/{token}.jpg`, to whoever has the address: mail programs don't sign in. One that
 * never was and one that was removed answer alike.
 */
export function serveMailPictures({ http, within, ports }: Server): void {
  http.get("/i/*", async ({ url }, reply) => {
    const [, token] = mailPicturePath.exec(url.split("?")[0] ?? "") ?? [];
    const found =
      token === undefined
        ? undefined
        : await within.platform("a picture of an email", ({ db }) => mailPictureByToken(db, token));
    const file = found && (await ports.storage.get(found.storage_key));
    reply.header("x-robots-tag", "noindex").header("referrer-policy", "no-referrer");
    if (!found || !file) {
      return reply.code(404).header("cache-control", "no-store").type("text/plain").send("This picture doesn't exist.");
    }
    return (
      reply
        .header("cache-control", `public, max-age=${yearInSeconds}, immutable`)
        .header("content-security-policy", "default-src 'none'; sandbox")
        .header("content-disposition", "inline")
        .header("content-length", file.size)
        // Mail programs on the web show it on pages of their own.
        .header("cross-origin-resource-policy", "cross-origin")
        .type(found.type)
        .send(file.stream())
    );
  });
}
