import type { Handlers, StaffContext } from "#core/server/serve.ts";
import { legalAddresses } from "#domains/locations/legalAddresses/server/public.ts";
import type { legalPages, ShownLegalPages } from "../contract.ts";
import { additionsOf, saveAdditions } from "./store.ts";

export const legalPageHandlers: Handlers<typeof legalPages> = {
  show: (context) => shown(context),

  async change(context, { body }) {
    const { db, scope, who, now, audit } = context;
    await saveAdditions(db, scope.dealer_id, body, { saved_by: who.user_id, saved_at: now() });
    const detail = { privacy_characters: body.privacy.length, terms_characters: body.terms.length };
    await audit({ action: "changed the legal pages of", subject: "business", subject_id: scope.dealer_id, detail });
    return shown(context);
  },
};

async function shown({ db, scope, publicUrl }: StaffContext): Promise<ShownLegalPages> {
  const { dealer_id } = scope;
  const addresses = await legalAddresses(db, dealer_id, publicUrl);
  const added = await additionsOf(db, dealer_id);
  return {
    privacy_url: addresses.privacy,
    terms_url: addresses.terms,
    texts_url: addresses.texts,
    picture_url: addresses.picture,
    privacy: added?.privacy ?? "",
    terms: added?.terms ?? "",
    saved_at: added?.saved_at.toISOString() ?? null,
  };
}
