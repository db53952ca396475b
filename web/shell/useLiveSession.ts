import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import type { LastSequences } from "#core/event.ts";
import { api } from "#core/web/call/api.ts";
import { connectRealtime, useRealtimeEvent } from "#core/web/realtime/realtime.ts";
import { session, useSession } from "#core/web/session/session.ts";
import { setTimeZone } from "#core/web/time/useTime.ts";
import { useProfile } from "#domains/accounts/web/public.tsx";
import { inboxEvents } from "#domains/inbox/contract.ts";
import { locationEvents } from "#domains/locations/contract.ts";
import { live } from "#domains/missedEvents/contract.ts";

/** Keeps the realtime connection open, and the session's names, location and time zone up to date. */
export function useLiveSession(): void {
  const person = useSession();
  const queryClient = useQueryClient();
  const { data: profile, refetch } = useProfile();
  const token = person?.auth_token;
  const location = person?.location_id;
  const visiting = person?.visiting ?? false;
  const hasOwnPassword = !person?.must_change_password;

  useEffect(() => {
    // Support access gets no realtime events, nor does anybody who still has to choose a password.
    if (token === undefined || visiting || !hasOwnPassword) return;
    // A dependency only: each location has its own room, so another location needs a new connection.
    void location;
    const fetchMissed = async (body: LastSequences) => (await api(live.since, { body })).data;
    return connectRealtime(() => void refetch(), fetchMissed);
  }, [token, location, visiting, hasOwnPassword, refetch]);

  // A newly assigned number unlocks many features, and a location's title and zone are everywhere: refetch the screen.
  useRealtimeEvent(inboxEvents.numberAssigned, () => void queryClient.invalidateQueries());
  useRealtimeEvent(locationEvents.changed, () => void queryClient.invalidateQueries());

  useEffect(() => {
    if (!profile) return;
    const { id, first_name, last_name, user_name_initials, user_type, business_name, location, location_address } =
      profile;
    // Support access switches the session's dealer and location; other sessions never change theirs by themselves.
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
    // Only ever set here: choosing a new password clears it.
    if (profile.must_change_password) session.update({ must_change_password: true });
    setTimeZone(profile.time_zone, session.current()?.location_id ?? null);
  }, [profile]);
}
