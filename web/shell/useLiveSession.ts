import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Heads } from "#core/event.ts";
import { api } from "#core/web/api.ts";
import { connect, useEvent } from "#core/web/realtime.ts";
import { session, useSession } from "#core/web/session.ts";
import { setTimeZone } from "#core/web/time.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { live } from "#domains/live/contract.ts";

/** Keeps the realtime connection open and the kept names, location and time zone up to date. */
export function useLiveSession(): void {
  const person = useSession();
  const cache = useQueryClient();
  const { data: profile, refetch } = useProfile();
  const token = person?.auth_token;
  const location = person?.location_id;
  const visiting = person?.visiting ?? false;

  useEffect(() => {
    // Whoever looks into an account is told of nothing.
    if (token === undefined || visiting) return;
    // Another location is another room: the connection is made anew.
    void location;
    const ask = async (body: Heads) => (await api(live.since, { body })).data;
    return connect(() => void refetch(), ask);
  }, [token, location, visiting, refetch]);

  // A number opens much that was closed: whatever is on the screen is asked anew.
  useEvent(inboxEvents.numberAssigned, () => void cache.invalidateQueries());

  useEffect(() => {
    if (!profile) return;
    const { id, first_name, last_name, user_name_initials, user_type, business_name, location, location_address } =
      profile;
    // A visit begins and ends with the session's own place; nobody else's changes by itself.
    if (profile.visit || session.current()?.visiting) {
      const { dealer_id, location_id } = profile;
      session.update({ dealer_id, location_id, visiting: profile.visit !== null });
    }
    session.update({
      user_id: id,
      first_name,
      last_name,
      user_name_initials,
      user_type,
      business_name,
      location,
      location_address,
    });
    // Where it was kept, it stays until it is changed; elsewhere it is learnt here.
    if (profile.must_change_password) session.update({ must_change_password: true });
    setTimeZone(profile.time_zone);
  }, [profile]);
}
