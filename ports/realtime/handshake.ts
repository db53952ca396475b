import * as z from "zod/mini";

/** What a browser says of itself when it connects. */
export const Handshake = z.object({
  token: z.string().check(z.minLength(1), z.maxLength(512)),
  location_id: z.optional(z.nullable(z.coerce.number().check(z.int(), z.positive()))),
});

/** Only our own pages connect. Programs that are no browsers name no origin; what lets them in is the token. */
export function isSameOrigin(origin: string | undefined, host: string | undefined, publicUrl?: string): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const { host: from, origin: whole } = new URL(origin);
  return from === host || (publicUrl !== undefined && whole === new URL(publicUrl).origin);
}
