import compress from "@fastify/compress";
import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";
import { trustedTypePolicies } from "#core/trustedTypes.ts";

const yearInSeconds = 365 * 24 * 3600;

/** What no page needs of the device. */
const devices = [
  ..."accelerometer camera display-capture geolocation gyroscope hid magnetometer microphone midi".split(" "),
  ..."payment screen-wake-lock serial usb xr-spatial-tracking".split(" "),
];
const nothingAllowed = devices.map((device) => `${device}=()`).join(", ");

/** What of the device a page may use. One that needs its camera or microphone gets it here, by its path alone. */
export function permissionsPolicy(_path: string): string {
  return nothingAllowed;
}

/**
 * Scripts can read the session token, so the policy allows only our own: no inline scripts and no other origins. Text
 * becomes markup or code by the named policies alone. Inline styles are allowed because Mantine sets some.
 */
export async function secureHeaders(http: FastifyInstance, publicUrl: string): Promise<void> {
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
        requireTrustedTypesFor: ["'script'"],
        trustedTypes: Object.values(trustedTypePolicies),
      },
    },
    referrerPolicy: { policy: "same-origin" },
    // The host's other names are not ours to decide on.
    strictTransportSecurity: publicUrl.startsWith("https:") && { maxAge: yearInSeconds, includeSubDomains: false },
    crossOriginEmbedderPolicy: false,
  });
  http.addHook("onRequest", async ({ url }, reply) => {
    reply.header("permissions-policy", permissionsPolicy(url.split("?")[0] ?? "/"));
  });
  await http.register(compress, { threshold: 1024, encodings: ["br", "gzip"] });
}
