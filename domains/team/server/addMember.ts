import { toE164 } from "#core/phone.ts";
import type { Handlers } from "#core/server/serve.ts";
import { addPerson, hashNewPassword, isEmailTakenError } from "#domains/accounts/server/public.ts";
import { assertReachable } from "#domains/locations/countries/server/public.ts";
import { type team, teamEvents } from "../contract.ts";
import { assertEmailAvailable, emailTaken } from "./assertEmailAvailable.ts";
import { withPhoto } from "./photo.ts";
import { requireOwnLocations } from "./requireOwnLocations.ts";

/** Adds a member with a password that the owner chose. */
export const addMember: Handlers<typeof team>["add"] = async (context, { body, file }) => {
  const { within, scope, origin } = context;
  const { dealer_id } = scope;
  const { password, location_ids, user_type = "agent", ...draft } = body;
  // Hashing is slow on purpose, so no database connection is held meanwhile.
  const password_hash = await hashNewPassword(password);
  const member = { ...draft, dealer_id, user_type, phone: toE164(body.phone) ?? "", password_hash };
  try {
    return await withPhoto(context, dealer_id, file, (user_image) =>
      within.platform(
        "add a member",
        async (unit) => {
          await assertEmailAvailable(unit.db, dealer_id, body.email);
          await assertReachable(unit.db, dealer_id, "phone", member.phone);
          const ownLocationIds = await requireOwnLocations(unit.db, dealer_id, location_ids ?? [scope.location_id]);
          const photo = user_image === undefined ? {} : { user_image };
          const id = await addPerson(unit, {
            ...member,
            ...photo,
            must_change_password: true,
            location_ids: ownLocationIds,
          });
          const detail = { user_type, email: body.email.toLowerCase() };
          await unit.audit({ action: "added", subject: "user", subject_id: id, detail, dealer_id });
          unit.publish(teamEvents.changed, {}, { dealer_id });
          return { id };
        },
        origin,
      ),
    );
  } catch (error) {
    // A concurrent request took the same email.
    throw isEmailTakenError(error) ? emailTaken() : error;
  }
};
