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
const policyWith = (allowed: readonly string[]) =>
  devices.map((device) => `${device}=(${allowed.includes(device) ? "self" : ""})`).join(", ");
const nothingAllowed = policyWith([]);
const videoAllowed = policyWith(["camera", "display-capture", "microphone"]);

/** The pages of a video room: a member's and a customer's. */
const videoRooms = /^\/(meetings\/room|j)\/./;

/** What of the device a page may use. One that needs its camera or microphone gets it here, by its path alone. */
export function permissionsPolicy(path: string): string {
  return videoRooms.test(path) ? videoAllowed : nothingAllowed;
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
