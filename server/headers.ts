import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

/**
 * Scripts can read the session token, so the policy allows only our own: no inline scripts and no other origins.
 * Inline styles are allowed because Mantine sets some.
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
    // The proxy that terminates TLS decides on this.
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  });
  await http.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
}
