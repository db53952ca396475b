import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { api } from "#core/web/call/api.ts";
import { useCall } from "#core/web/call/useCall.ts";
import { homePath, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import { type Session, session } from "#core/web/session/session.ts";
import { setTimeZone } from "#core/web/time/useTime.ts";
import { type Location, locations } from "../contract.ts";
import { addressLine } from "../rules.ts";
import classes from "./public.module.css";

const LocationPicker = lazyDialog(() => import("./LocationPicker.tsx"), "LocationPicker");

/** The acting location; people with several locations can switch here. */
export function ActingLocation({ person }: { person: Session }) {
  const { data = [] } = useCall(
    locations.list,
    {},
    { staleTime: 60_000, enabled: person.location_id !== null, keepPrevious: true },
  );
  const isPrerendered = useIsPrerendered();
  const address = (!isPrerendered && person.location_address) || undefined;
  const screens = useScreens();
  const navigate = useNavigate();
  const [picking, setPicking] = useState(false);
  if (!person.location) return null;
  const name = (
    <>
      <span>{person.location}</span>
    </>
  );
  if (data.length < 2 || person.visiting) {
    return (
      <span className={classes.location} title={address}>
        {name}
      </span>
    );
  }
  const switchTo = (location: Location) => {
    // Keep the screen only if its path has no ids, because records belong to the old location.
    const { pathname } = window.location;
    const isShellScreen = screens.some(({ path, layout }) => layout === "shell" && path === pathname);
    navigate(isShellScreen ? pathname : homePath(person.user_type, screens), { replace: true });
    actAt(location);
  };
  const button = (
    <UnstyledButton
      className={classes.location}
      title={address}
      aria-label={`Location: ${person.location}`}
      aria-haspopup="dialog"
      onClick={() => setPicking(true)}
    >
      {name}
      <IconSelector size={14} aria-hidden />
    </UnstyledButton>
  );
  return (
    <>
      {button}
      <LocationPicker
        opened={picking}
        onClose={() => setPicking(false)}
        places={data}
        current={person.location_id}
        onChoose={(place) => place.id !== person.location_id && switchTo(place)}
      />
    </>
  );
}

/** Makes a location of the person's the acting one. */
function actAt(location: Pick<Location, "id" | "title" | "time_zone"> & Parameters<typeof addressLine>[0]): void {
  const { id, title, time_zone } = location;
  session.update({ location_id: id, location: title, location_address: addressLine(location) });
  setTimeZone(time_zone, id);
}

/** Switches to another of the person's locations; does nothing for any other. */
export async function switchLocation(location_id: number): Promise<void> {
  if (session.current()?.location_id === location_id) return;
  const own = await api(locations.list).catch(() => undefined);
  const location = own?.data.find(({ id }) => id === location_id);
  if (!location) return;
  actAt(location);
}
