import { UnstyledButton } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { useState } from "react";
import { useNavigate } from "react-router";
import { useCall } from "#core/web/call/useCall.ts";
import { homePath, useScreens } from "#core/web/layout/screenDeclaration.ts";
import { useIsPrerendered } from "#core/web/loading/hydration.tsx";
import { lazyDialog } from "#core/web/loading/lazyDialog.tsx";
import type { Session } from "#core/web/session/session.ts";
import { type Location, locations } from "../contract.ts";
import classes from "./ActingLocation.module.css";
import { actAt } from "./switchLocation.ts";

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
