import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * The browser keeps the token where scripts can read it, so no script but ours may run: no inline script, nothing from
 * elsewhere. Styles may be inline: the component library sets some.
 */
export async function secureHeaders(http: FastifyInstance): Promise<void> {
  await http.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", "data:", "blob:"],
        mediaSrc: ["'self'", "blob:"],
        connectSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // Whoever puts a certificate in front decides on this.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  });
  await http.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
}
