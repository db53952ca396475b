import * as z from "zod/mini";

/** What a browser sends when it connects. */
export const Handshake = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  location_id: z.optional(z.nullable(z.coerce.number().check(z.int(), z.positive()))),
});

/** Only our own pages may connect. Non-browser clients send no origin; they are authorized by their token alone. */
export function isSameOrigin(origin: string | undefined, host: string | undefined, publicUrl?: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const url = new URL(origin);
  return url.host === host || (publicUrl !== undefined && url.origin === new URL(publicUrl).origin);
}
